import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { errorMessage } from '~/shared/api/errors'
import { REMIND_MINUTES } from '~/shared/lib/rules.gen'
import { keep, readKept } from '~/storefront/buyer/pass-store'
import { inMinutes } from './in-minutes'
import { confirmReminder, unlock } from './queries'

/**
 * Follows the links of emails to a drop's page: ?confirm= of a reminder, ?early= for early access, ?proof= that an address is
 * the visitor's. Fetching the page alone changes nothing: mail programs do that too. Returns what to tell the visitor.
 */
export function useMailedLink(slug: string): string {
  const [search, setSearch] = useSearchParams()
  const [message, setMessage] = useState('')
  const text = search.toString()
  useEffect(() => {
    const params = new URLSearchParams(text)
    const [confirm, early, proof] = ['confirm', 'early', 'proof'].map((name) => params.get(name))
    if (!confirm && !early && !proof) return
    for (const name of ['confirm', 'early', 'proof']) params.delete(name)
    const say = (error: unknown) => setMessage(errorMessage(error, 'Please try again in a moment.'))
    if (proof) keep('proof', slug, proof)
    if (confirm)
      void confirmReminder(slug, confirm).then(
        () =>
          setMessage(`You are on the list. We write to you ${inMinutes(REMIND_MINUTES)} before it opens.`),
        say,
      )
    if (early) {
      if (!readKept('proof', slug)) keep('proof', slug, early)
      void unlock(slug, { token: early }).then(({ early_pass }) => {
        keep('early', slug, early_pass)
        setMessage('You have early access.')
      }, say)
    }
    setSearch(params, { replace: true, preventScrollReset: true })
  }, [slug, text, setSearch])
  return message
}
