import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { api, unwrap } from '~/shared/api/client'
import { errorMessage } from '~/shared/api/errors'
import { keys, sessionQuery } from '~/shared/api/queries'
import type { Session, SessionUser } from '~/shared/api/types'
import { useBrand } from '~/shared/lib/settings'
import { toast } from '~/shared/ui/toast-store'

export type Registration = { username: string; email: string; password: string }

type Auth = {
  user: SessionUser | null
  isAdmin: boolean
  /** True until it is known whether somebody is signed in. */
  isRestoring: boolean
  /** True while a login or a registration is under way. */
  isLoading: boolean
  /** All three show their notice. login and register throw what the server said, for the form to show too. */
  login: (email: string, password: string) => Promise<void>
  register: (registration: Registration) => Promise<void>
  /** Goes home, or where it is told to. */
  logout: (to?: string) => Promise<void>
}

const AuthContext = createContext<Auth | null>(null)

export function useAuth(): Auth {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth must be used within an AuthProvider')
  return auth
}

const CHANNEL = 'snackdrop.session'
const publicKeys = new Set<unknown>(['products', 'categories', 'settings', 'session'])

export function AuthProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const brand = useBrand()
  const [isLoading, setLoading] = useState(false)
  const session = useQuery(sessionQuery)

  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = () => void client.invalidateQueries({ queryKey: keys.session })
    return () => channel.close()
  }, [client])

  const user = session.data?.user ?? null
  const isRestoring = session.isPending

  const auth = useMemo<Auth>(() => {
    function enter(next: Session) {
      // Nothing of the person before may be seen by the person after.
      client.removeQueries({ predicate: (query) => !publicKeys.has(query.queryKey[0]) })
      client.setQueryData(keys.session, next)
      tellOtherTabs()
    }

    async function signIn(call: () => Promise<Session>, welcome: string, fallback: string) {
      setLoading(true)
      try {
        enter(await call())
        toast({ title: welcome })
      } catch (error) {
        const message = errorMessage(error, fallback)
        toast({ variant: 'destructive', title: 'Error', description: message })
        throw error
      } finally {
        setLoading(false)
      }
    }

    return {
      user,
      isAdmin: user?.is_admin ?? false,
      isRestoring,
      isLoading,
      login: (email, password) =>
        signIn(
          () => unwrap(api.POST('/api/session', { body: { email, password } })),
          'Welcome back!',
          'An error occurred during login',
        ),
      register: (registration) =>
        signIn(
          () => unwrap(api.POST('/api/users', { body: registration })),
          `Welcome to ${brand}!`,
          'An error occurred during registration',
        ),
      logout: async (to = '/') => {
        try {
          await unwrap(api.DELETE('/api/session'))
        } catch (error) {
          toast({
            variant: 'destructive',
            title: 'Error',
            description: errorMessage(error, 'Please try again.'),
          })
          return
        }
        enter({ user: null, second_factor_due: false })
        toast({ title: 'You have been logged out.' })
        await navigate(to)
      },
    }
  }, [user, isRestoring, isLoading, client, navigate, brand])

  return <AuthContext value={auth}>{children}</AuthContext>
}

function tellOtherTabs() {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage('changed')
  channel.close()
}
