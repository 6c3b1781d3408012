import { Bell, BellOff } from 'lucide-react'
import { Button } from '~/shared/ui/Button'
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
        // Play it once: it confirms the choice, and the click allows the browser to play sounds.
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
