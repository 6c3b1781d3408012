import { useAuth } from '~/shared/auth/AuthProvider'
import type { Values } from '~/shared/form/use-form'
import { createSessionStore } from '~/storefront/buyer/session-store'
import type { Profile } from './queries'

type Drafts = {
  /** The user who typed them. Nobody else sees them. */
  user: number
  profile: Pick<Profile, 'username' | 'full_name'> | null
  /** `id` is null for an address that is not in the book yet. */
  address: { id: number | null; values: Values } | null
  email: string | null
}

const nothing: Drafts = { user: 0, profile: null, address: null, email: null }

/** What is typed and not saved yet. When the session ends meanwhile, the next login leads back to the form. */
const drafts = createSessionStore<Drafts>('snackdrop.account-drafts', nothing)

export function useDraft<Name extends 'profile' | 'address' | 'email'>(name: Name) {
  const { user } = useAuth()
  const { user: owner, [name]: draft } = drafts.use()
  const own = user !== null && user.id === owner
  function setDraft(next: Drafts[Name]) {
    if (user) drafts.write({ ...(own ? {} : nothing), user: user.id, [name]: next })
  }
  return [own ? draft : null, setDraft] as const
}

export const forgetDrafts = () => drafts.forget()
