import { useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { keys } from '~/shared/api/queries'
import { useAuth } from '~/shared/auth/auth'
import { Button } from '~/shared/ui/button'
import { TextField } from '~/shared/ui/field'
import { toast } from '~/shared/ui/toast-store'
import { useDraft } from './drafts'
import { useForm } from './form'
import { FormMessage } from './parts'
import { accountKeys, type Profile } from './queries'

/** The profile, to look at and to change. Save goes back to looking; so does Cancel, without saving. */
export function ProfileEditor({ profile }: { profile: Profile }) {
  // It outlasts a look at another tab, and a login in between.
  const [draft, setDraft] = useDraft('profile')
  const [notice, setNotice] = useState('')
  const done = (message: string) => {
    setDraft(null)
    setNotice(message)
  }
  if (draft) return <ProfileForm draft={draft} setDraft={setDraft} done={done} />
  return (
    <ProfileView
      profile={profile}
      notice={notice}
      edit={() => {
        setNotice('')
        setDraft({ username: profile.username, full_name: profile.full_name })
      }}
    />
  )
}

function ProfileView({ profile, notice, edit }: { profile: Profile; notice: string; edit: () => void }) {
  const { user } = useAuth()
  return (
    <>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
        <Fact name="Username" value={profile.username} />
        <Fact name="Full Name" value={profile.full_name || 'Not set'} quiet={!profile.full_name} />
        <Fact name="Email" value={user?.email ?? ''} />
      </dl>
      <p role="status" className="mt-3 font-semibold text-success empty:hidden">
        {notice}
      </p>
      <Button variant="outline" size="sm" className="mt-5" onClick={edit}>
        <Pencil className="size-4" aria-hidden="true" />
        Edit Profile
      </Button>
    </>
  )
}

function Fact({ name, value, quiet }: { name: string; value: string; quiet?: boolean }) {
  return (
    <div className="min-w-0">
      <dt className="font-semibold text-mute text-sm">{name}</dt>
      <dd className={quiet ? 'text-mute italic' : 'break-words font-semibold'}>{value}</dd>
    </div>
  )
}

type ProfileDraft = Pick<Profile, 'username' | 'full_name'>

type ProfileFormProps = {
  draft: ProfileDraft
  setDraft: (draft: ProfileDraft) => void
  done: (notice: string) => void
}

function ProfileForm({ draft, setDraft, done }: ProfileFormProps) {
  const client = useQueryClient()
  const { form, busy, message, errors } = useForm(async ({ username = '', full_name = '' }) => {
    try {
      await unwrap(api.PUT('/api/profile', { body: { username, full_name } }))
    } catch (error) {
      toast({
        variant: 'destructive',
        title: 'Error',
        description: 'Failed to update profile. Please try again.',
      })
      throw error
    }
    try {
      await Promise.all([
        client.refetchQueries({ queryKey: accountKeys.profile }, { throwOnError: true }),
        client.invalidateQueries({ queryKey: keys.session }),
      ])
    } catch {
      toast({
        variant: 'destructive',
        title: "Profile updated but couldn't refresh display. Please reload the page.",
      })
      done('')
      return
    }
    toast({ title: 'Success', description: 'Your profile has been updated.' })
    done('Profile updated successfully.')
  }, 'An error occurred while updating profile')

  return (
    <form {...form} className="grid max-w-xl gap-4" aria-label="Profile">
      <FormMessage>{message}</FormMessage>
      <TextField
        label="Username"
        name="username"
        value={draft.username}
        onChange={(event) => setDraft({ ...draft, username: event.target.value })}
        autoComplete="nickname"
        maxLength={40}
        error={errors.username}
      />
      <TextField
        label="Full Name"
        name="full_name"
        value={draft.full_name}
        onChange={(event) => setDraft({ ...draft, full_name: event.target.value })}
        autoComplete="name"
        maxLength={100}
        error={errors.full_name}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          Save
        </Button>
        <Button variant="outline" onClick={() => done('')}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
