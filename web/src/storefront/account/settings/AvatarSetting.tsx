import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api, unwrap } from '~/shared/api/client'
import { errorMessage } from '~/shared/api/errors'
import { keys } from '~/shared/api/queries'
import { pictureFileProblem } from '~/shared/lib/picture-files'
import { Button } from '~/shared/ui/Button'
import { toast } from '~/shared/ui/toast-store'
import { Avatar } from '../Avatar'
import { accountKeys, type Profile } from '../queries'

export function AvatarSetting({ profile }: { profile: Profile }) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const save = useMutation({
    mutationFn: (file: File | null) => {
      if (!file) return unwrap<unknown>(api.DELETE('/api/account/avatar'))
      return unwrap<unknown>(
        api.PUT('/api/account/avatar', {
          body: { file: '' },
          bodySerializer: () => {
            const form = new FormData()
            form.append('file', file)
            return form
          },
        }),
      )
    },
    onSuccess: (_, file) =>
      toast({ title: file ? 'Your picture has been saved.' : 'Your picture was removed.' }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Error',
        description: errorMessage(error, 'The picture could not be saved.'),
      }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: accountKeys.profile }),
        client.invalidateQueries({ queryKey: keys.session }),
      ]),
  })
  return (
    <div className="mb-6 flex flex-wrap items-center gap-4">
      <Avatar profile={profile} className="size-18 text-3xl" />
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label="Profile picture"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            const file = event.target.files?.[0]
            const problem = file && pictureFileProblem(file)
            if (problem) toast({ variant: 'destructive', title: 'Error', description: problem })
            else if (file) save.mutate(file)
            event.target.value = ''
          }}
        />
        <Button variant="outline" size="sm" busy={save.isPending} onClick={() => input.current?.click()}>
          {profile.avatar_url ? 'Change Picture' : 'Upload Picture'}
        </Button>
        {profile.avatar_url && (
          <Button variant="ghost" size="sm" disabled={save.isPending} onClick={() => save.mutate(null)}>
            Remove Picture
          </Button>
        )}
      </div>
    </div>
  )
}
