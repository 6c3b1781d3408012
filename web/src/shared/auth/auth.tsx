import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api, unwrap } from '~/shared/api/client'
import { ApiError, errorMessage, refusalMessage } from '~/shared/api/errors'
import { keys, sessionQuery } from '~/shared/api/queries'
import type { Session, SessionUser } from '~/shared/api/types'
import { useBrand } from '~/shared/lib/settings'
import { toast } from '~/shared/ui/toast-store'
import { forgetAdminPrompt } from './admin-prompt'

export type Registration = { username: string; email: string; password: string }

type Words = { title?: string; description?: string; fallback?: string }

type Auth = {
  user: SessionUser | null
  isAdmin: boolean
  /** True until it is known whether somebody is signed in. */
  isRestoring: boolean
  /** True while a login or a registration is under way. */
  isLoading: boolean
  /** The password was right; the second factor is still to come. */
  secondFactorDue: boolean
  /** All show their notice. login, register and finish throw what the server said, for the form to show too. */
  login: (email: string, password: string) => Promise<void>
  register: (registration: Registration) => Promise<void>
  /** Ends a login with a second factor, or any other call that signs in, with words of its own if it has some. */
  finish: (call: () => Promise<Session>, words?: Words) => Promise<void>
  /** Goes home, or where it is told to. Unsaved work is asked about first. */
  logout: (to?: string) => Promise<void>
  /** Does what ends the session, and goes away. Throws what the call threw; then nothing has changed. */
  leave: (call: () => Promise<unknown>, to: string) => Promise<void>
  /** True from then until another page is there: the one that is left must not ask its person to log in. */
  isLeaving: boolean
}

const AuthContext = createContext<Auth | null>(null)

export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

const CHANNEL = 'snackdrop.session'
const publicKeys = new Set<unknown>(['products', 'categories', 'settings', 'session'])
export const nobody: Session = { user: null, second_factor_due: false }

const isPrivate = ({ queryKey, meta }: Query) => !publicKeys.has(queryKey[0]) && meta?.byLink !== true

/** Heard by whoever keeps things of the person in this browser: a logout takes them away, an ended session does not. */
export const LOGOUT_EVENT = 'snackdrop:logout'

/** Heard before a logout by whoever holds unsaved work: it may prevent it, and call `goOn` once its person has agreed. */
export const BEFORE_LOGOUT_EVENT = 'snackdrop:before-logout'
export type BeforeLogout = CustomEvent<{ goOn: () => void }>

type Message = 'changed' | 'logout'

const loginWords = { title: 'Welcome back!', fallback: 'An error occurred during login' }

export function AuthProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const brand = useBrand()
  const [isLoading, setLoading] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const { key: visit } = useLocation()
  const session = useQuery(sessionQuery)
  const user = session.data?.user ?? null
  const secondFactorDue = session.data?.second_factor_due ?? false
  const isRestoring = session.isPending

  // Whoever was signed in here last.
  const owner = useRef<number | null>(null)
  // One channel to speak and to listen: a second one would hear this very tab.
  const otherTabs = useRef<BroadcastChannel>(null)
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    otherTabs.current = channel
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data === 'logout') {
        if (client.getQueryData(sessionQuery.queryKey)?.user) leftHere = true
        // Also when the stream told of the session's end first: then it only looked like one that ran out.
        if (owner.current !== null) toast({ title: 'You have been logged out.' })
        dispatchEvent(new Event(LOGOUT_EVENT))
        client.setQueryData(keys.session, nobody)
      } else void client.invalidateQueries({ queryKey: keys.session })
    }
    return () => channel.close()
  }, [client])

  // A session may also end elsewhere: in another tab, on another device, or by its age.
  const before = useRef<number | null>(null)
  useEffect(() => {
    const was = before.current
    before.current = user?.id ?? null
    if (was === before.current) return
    if (user) {
      if (owner.current !== null && owner.current !== user.id) client.removeQueries({ predicate: isPrivate })
      owner.current = user.id
    } else if (leftHere) {
      client.removeQueries({ predicate: isPrivate })
    } else {
      // What is on the screen may hold unsaved work of the same person, who can log in again and go on.
      client.removeQueries({ predicate: isPrivate, type: 'inactive' })
      toast({ title: 'You are signed out.', description: 'Your cart is still here. Log in to go on.' })
    }
    leftHere = false
  }, [user, client])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the next page is there, the leaving is over
  useEffect(() => setLeaving(false), [visit])

  const auth = useMemo<Auth>(() => {
    function enter(next: Session, message: Message = 'changed') {
      // Nothing of the person before may be seen by the person after.
      client.removeQueries({ predicate: isPrivate })
      leftHere = !next.user
      client.setQueryData(keys.session, next)
      otherTabs.current?.postMessage(message)
    }

    async function signIn(call: () => Promise<Session>, { title, description, fallback = '' }: Words) {
      setLoading(true)
      try {
        const next = await call()
        forgetAdminPrompt()
        enter(next)
        if (next.user) toast({ title, description })
      } catch (error) {
        const message = error instanceof ApiError ? refusalMessage(error) : fallback
        toast({ variant: 'destructive', title: 'Error', description: message })
        // The login waited too long for its second step: it begins anew.
        if (error instanceof ApiError && error.code === 'expired')
          void client.invalidateQueries({ queryKey: keys.session })
        throw error
      } finally {
        setLoading(false)
      }
    }

    async function leave(call: () => Promise<unknown>, to: string) {
      // News of the end may come back before the answer does.
      leftHere = true
      setLeaving(true)
      try {
        await call()
      } catch (error) {
        leftHere = false
        setLeaving(false)
        throw error
      }
      dispatchEvent(new Event(LOGOUT_EVENT))
      forgetAdminPrompt()
      // Unsaved work was asked about before; the session is over, and nothing may hold the page back.
      await navigate(to, { replace: true, state: { saved: true } })
      enter(nobody, 'logout')
    }

    async function endSession(to: string) {
      try {
        await leave(() => unwrap(api.DELETE('/api/session')), to)
        toast({ title: 'You have been logged out.' })
      } catch (error) {
        toast({
          variant: 'destructive',
          title: 'Error',
          description: errorMessage(error, 'Please try again.'),
        })
      }
    }

    return {
      user,
      isAdmin: user?.is_admin ?? false,
      isRestoring,
      isLoading,
      secondFactorDue,
      login: (email, password) =>
        signIn(() => unwrap(api.POST('/api/session', { body: { email, password } })), loginWords),
      register: (registration) =>
        signIn(() => unwrap(api.POST('/api/users', { body: registration })), {
          title: `Welcome to ${brand}!`,
          fallback: 'An error occurred during registration',
        }),
      finish: (call, words) => signIn(call, { ...loginWords, ...words }),
      logout: async (to = '/') => {
        const detail = { goOn: () => void endSession(to) }
        const before: BeforeLogout = new CustomEvent(BEFORE_LOGOUT_EVENT, { cancelable: true, detail })
        if (dispatchEvent(before)) await endSession(to)
      },
      leave,
      isLeaving,
    }
  }, [user, isRestoring, isLoading, isLeaving, secondFactorDue, client, navigate, brand])

  return <AuthContext value={auth}>{children}</AuthContext>
}

/** Whether this very tab ended the session, and needs no news of it. */
let leftHere = false
