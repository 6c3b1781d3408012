import { Copy, Eye } from 'lucide-react'
import { useState } from 'react'
import { Button } from '~/shared/ui/Button'
import { DialogActions } from '~/shared/ui/Dialog'
import { toast } from '~/shared/ui/toast-store'

type ShownOnceProps = {
  label: string
  /** The label of the button that shows the secret. Without it the secret is visible at once. */
  show?: string
  secret: string
  onClose: () => void
}

/** A secret that the server tells once. With `show` it is on the screen only after a click: others may be looking. */
export function ShownOnce({ label, show, secret, onClose }: ShownOnceProps) {
  const [isShown, setShown] = useState(!show)
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      setCopied(true)
    } catch {
      setShown(true)
      toast({ variant: 'destructive', title: 'It could not be copied', description: 'Select and copy it.' })
    }
  }
  return (
    <>
      <output
        aria-label={label}
        className="wrap-anywhere mt-5 block select-all rounded-xl border-2 border-line bg-white px-4 py-4 text-center font-mono font-semibold"
      >
        {isShown ? secret : `${secret.slice(0, secret.indexOf('_') + 1)}${'•'.repeat(16)}`}
      </output>
      <DialogActions>
        <Button variant={show ? 'ghost' : 'outline'} onClick={onClose}>
          Done
        </Button>
        {!isShown && (
          <Button variant="outline" onClick={() => setShown(true)}>
            <Eye className="size-4.5" aria-hidden="true" />
            {show}
          </Button>
        )}
        <Button onClick={copy}>
          <Copy className="size-4.5" aria-hidden="true" />
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </DialogActions>
    </>
  )
}
