import { useState } from 'react'
import { RemindOfDropBody } from '~/shared/form/constraints.gen'
import { REMIND_MINUTES } from '~/shared/lib/rules.gen'
import { EmailForm } from './EmailForm'
import { inMinutes } from './in-minutes'
import { remindMe } from './queries'

const takeFocus = (element: HTMLElement | null) => element?.focus()

/** Asks for an email before the drop opens. It counts once the mailed link was opened. */
export function ReminderForm({ slug }: { slug: string }) {
  const [isSent, setSent] = useState(false)
  if (isSent)
    return (
      <p tabIndex={-1} ref={takeFocus} className="drop-note">
        <b>Check your email.</b> Open the link we sent you, and we write to you {inMinutes(REMIND_MINUTES)}{' '}
        before.
      </p>
    )
  return (
    <EmailForm
      action="Remind me"
      limits={RemindOfDropBody}
      submit={(email) => remindMe(slug, email)}
      onSuccess={() => setSent(true)}
    />
  )
}
