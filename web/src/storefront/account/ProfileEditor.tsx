import { useQueryClient } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { keys } from '~/shared/api/queries'
import { useAuth } from '~/shared/auth/AuthProvider'
import { UpdateProfileBody } from '~/shared/form/constraints.gen'
import { FormMessage } from '~/shared/form/FormMessage'
import { useForm } from '~/shared/form/use-form'
import { Button } from '~/shared/ui/Button'
import { TextField } from '~/shared/ui/Field'
import { toast } from '~/shared/ui/toast-store'
import { useDraft } from './drafts'
import { accountKeys, type Profile } from './queries'

/** Shows the profile, and a form to change it. Save and Cancel both go back to showing it. */
export function ProfileEditor({ profile }: { profile: Profile }) {
  // The draft survives a switch to another tab, and a login in between.
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
  const { form, field, busy, message } = useForm({
    limits: UpdateProfileBody,
    submit: async ({ username = '', full_name = '' }) => {
      await unwrap(api.PUT('/api/profile', { body: { username, full_name } }))
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
    },
    fallback: 'An error occurred while updating profile',
    onError: () =>
      toast({
        variant: 'destructive',
        title: 'Error',
        description: 'Failed to update profile. Please try again.',
      }),
    onDraft: ({ username = '', full_name = '' }) => setDraft({ username, full_name }),
  })

  return (
    <form {...form} className="grid max-w-xl gap-4" aria-label="Profile">
      <FormMessage>{message}</FormMessage>
      <TextField
        label="Username"
        defaultValue={draft.username}
        autoComplete="nickname"
        {...field('username')}
      />
      <TextField
        label="Full Name"
        defaultValue={draft.full_name}
        autoComplete="name"
        {...field('full_name')}
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
