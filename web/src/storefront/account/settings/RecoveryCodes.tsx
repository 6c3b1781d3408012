import { Button } from '~/shared/ui/Button'
import { Dialog, DialogActions } from '~/shared/ui/Dialog'
import { toast } from '~/shared/ui/toast-store'

/** Shown once; the server keeps only their hashes. */
export function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Write down your recovery codes"
      description="Each opens your account once when you have lost everything else. They are not shown again."
    >
      <ul aria-label="Recovery codes" className="mt-5 grid grid-cols-2 gap-2 rounded-2xl bg-white p-4">
        {codes.map((code) => (
          <li key={code}>
            <code className="font-bold">{code}</code>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button
          variant="outline"
          onClick={() =>
            void navigator.clipboard.writeText(codes.join('\n')).then(
              () => toast({ title: 'Copied.' }),
              () => toast({ variant: 'destructive', title: 'The codes could not be copied.' }),
            )
          }
        >
          Copy
        </Button>
        <Button onClick={close}>I Wrote Them Down</Button>
      </DialogActions>
    </Dialog>
  )
}
