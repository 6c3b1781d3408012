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

type Registration = { username: string; email: string; password: string }

type Messages = { title?: string; description?: string; fallback?: string }

type Auth = {
  user: SessionUser | null
  isAdmin: boolean
  /** True until it is known whether somebody is signed in. */
  isRestoring: boolean
  /** True while a login or a registration is under way. */
  isLoading: boolean
  /** The password was right; the second factor is still to come. */
  secondFactorDue: boolean
  /** All show a notice. login, register and finish also throw the server's error, for the form to show. */
  login: (email: string, password: string) => Promise<void>
  register: (registration: Registration) => Promise<void>
  /** Runs a call that signs in, such as the second factor of a login. `messages` replace the usual notices. */
  finish: (call: () => Promise<Session>, messages?: Messages) => Promise<void>
  /** Signs out and navigates to `to`, or home. Asks first when there is unsaved work. */
  logout: (to?: string) => Promise<void>
  /** Runs a call that ends the session, then navigates to `to`. Throws what the call threw; then nothing has changed. */
  leave: (call: () => Promise<unknown>, to: string) => Promise<void>
  /** True while `leave` navigates away: the page that is left must not redirect to the login. */
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

/** Dispatched at a logout, for stores that keep personal data in this browser. An expired session does not dispatch it. */
export const LOGOUT_EVENT = 'snackdrop:logout'

/** Dispatched before a logout. A form with unsaved work may prevent it, and call `goOn` once the person has agreed. */
export const BEFORE_LOGOUT_EVENT = 'snackdrop:before-logout'
export type BeforeLogout = CustomEvent<{ goOn: () => void }>

type Message = 'changed' | 'logout'

const loginMessages = { title: 'Welcome back!', fallback: 'An error occurred during login' }

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

  // The user who was signed in last in this tab.
  const owner = useRef<number | null>(null)
  // The same channel sends and receives: a second one would receive this tab's own messages.
  const otherTabs = useRef<BroadcastChannel>(null)
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    otherTabs.current = channel
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data === 'logout') {
        if (client.getQueryData(sessionQuery.queryKey)?.user) leftHere = true
        // Also when the event stream reported the end of the session first, as if it had expired.
        if (owner.current !== null) toast({ title: 'You have been logged out.' })
        dispatchEvent(new Event(LOGOUT_EVENT))
        client.setQueryData(keys.session, nobody)
      } else void client.invalidateQueries({ queryKey: keys.session })
    }
    return () => channel.close()
  }, [client])

  // A session may also end in another tab, on another device, or by expiry.
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
      // The page may have unsaved work of the same person, who can log in again and continue.
      client.removeQueries({ predicate: isPrivate, type: 'inactive' })
      toast({ title: 'You are signed out.', description: 'Your cart is still here. Log in to go on.' })
    }
    leftHere = false
  }, [user, client])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `leave` is done when the next page is shown
  useEffect(() => setLeaving(false), [visit])

  const auth = useMemo<Auth>(() => {
    const tellOtherTabs = (message: Message) => otherTabs.current?.postMessage(message)

    function enter(next: Session) {
      // The next person must not see anything of the previous one.
      client.removeQueries({ predicate: isPrivate })
      leftHere = !next.user
      client.setQueryData(keys.session, next)
    }

    async function signIn(call: () => Promise<Session>, { title, description, fallback = '' }: Messages) {
      setLoading(true)
      try {
        const next = await call()
        forgetAdminPrompt()
        enter(next)
        tellOtherTabs('changed')
        if (next.user) toast({ title, description })
      } catch (error) {
        const message = (error instanceof ApiError && refusalMessage(error)) || fallback
        toast({ variant: 'destructive', title: 'Error', description: message })
        // The second step came too late: the login starts again.
        if (error instanceof ApiError && error.code === 'expired')
          void client.invalidateQueries({ queryKey: keys.session })
        throw error
      } finally {
        setLoading(false)
      }
    }

    async function leave(call: () => Promise<unknown>, to: string) {
      // The event about the end of the session may arrive before the response.
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
      tellOtherTabs('logout') // at once: this tab may be closed before the next page is shown
      forgetAdminPrompt()
      // The session is over and unsaved work was asked about before: `saved` lets the navigation pass.
      await navigate(to, { replace: true, state: { saved: true } })
      enter(nobody)
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
        signIn(() => unwrap(api.POST('/api/session', { body: { email, password } })), loginMessages),
      register: (registration) =>
        signIn(() => unwrap(api.POST('/api/users', { body: registration })), {
          title: `Welcome to ${brand}!`,
          fallback: 'An error occurred during registration',
        }),
      finish: (call, messages) => signIn(call, { ...loginMessages, ...messages }),
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

/** Whether this tab ended the session itself, and needs no notice about it. */
let leftHere = false
