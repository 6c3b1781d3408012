import { useEffect, useState } from 'react'
import { Button } from '~/shared/ui/Button'
import { Dialog, DialogActions } from '~/shared/ui/Dialog'
import type { Progress } from './chunked-mutation'
import { formatCount } from './format'

/** The progress of work in chunks. It can be stopped; what is done by then stays done. */
export function ProgressDialog({ progress, onStop }: { progress?: Progress; onStop: () => void }) {
  return progress && <Running progress={progress} onStop={onStop} />
}

function Running({ progress, onStop }: { progress: Progress; onStop: () => void }) {
  const [stopping, setStopping] = useState(false)
  const stop = () => {
    setStopping(true)
    onStop()
  }
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  const words = `${formatCount(progress.done)} of ${formatCount(progress.of)} done`
  return (
    <Dialog open onOpenChange={stop} title={progress.title} description={`${words}. Keep this page open.`}>
      <progress
        aria-label={progress.title}
        value={progress.done}
        max={progress.of}
        className="mt-5 h-3 w-full appearance-none overflow-hidden rounded-full bg-ink/10 [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-primary"
      />
      <DialogActions>
        <Button variant="outline" busy={stopping} onClick={stop}>
          Stop
        </Button>
      </DialogActions>
    </Dialog>
  )
}
