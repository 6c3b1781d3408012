import { lazy, Suspense, useEffect, useState } from 'react'
import { onSheet } from './palette-store'
import { useShortcuts } from './shortcuts'

const Palette = lazy(() => import('~/admin/palette/Palette'))
const HelpSheet = lazy(() => import('~/admin/palette/HelpSheet'))

/** Keyboard shortcuts, the palette and the help sheet. Their code is loaded when they are first opened. */
export function AdminTools() {
  useShortcuts()
  const [sheet, setSheet] = useState<'palette' | 'help'>()
  const [loaded, setLoaded] = useState({ palette: false, help: false })
  useEffect(
    () =>
      onSheet((next) => {
        setSheet(next)
        setLoaded((current) => ({ ...current, [next]: true }))
      }),
    [],
  )
  const close = () => setSheet(undefined)
  return (
    <Suspense fallback={null}>
      {loaded.palette && <Palette open={sheet === 'palette'} onClose={close} />}
      {loaded.help && <HelpSheet open={sheet === 'help'} onClose={close} />}
    </Suspense>
  )
}
