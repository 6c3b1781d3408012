import { Bell, BellOff } from 'lucide-react'
import { Button } from '~/shared/ui/button'
import { ring, setSound, useSound } from './sound'

export function SoundSwitch() {
  const on = useSound()
  const Icon = on ? Bell : BellOff
  return (
    <Button
      variant="ghost"
      size="sm"
      role="switch"
      aria-checked={on}
      className="max-md:min-h-11"
      onClick={() => {
        setSound(!on)
        // What was switched on is heard at once, and the browser learns that it may ring.
        if (!on) ring()
      }}
    >
      <Icon className="size-4" aria-hidden="true" />
      Order sound
      <span aria-hidden="true" className="text-mute">
        {on ? 'on' : 'off'}
      </span>
    </Button>
  )
}
