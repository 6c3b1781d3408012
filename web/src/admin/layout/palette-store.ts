/** Opens the palette and the help sheet from anywhere in the admin area. */
type Sheet = 'palette' | 'help'

const listeners = new Set<(sheet: Sheet) => void>()

export function onSheet(listener: (sheet: Sheet) => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const open = (sheet: Sheet) => {
  for (const listener of listeners) listener(sheet)
}

export const openPalette = () => open('palette')
export const openHelp = () => open('help')
