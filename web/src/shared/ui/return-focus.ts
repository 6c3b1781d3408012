import { useRef } from 'react'

/**
 * Returns the focus to the element that opened a dialog. Radix does so only for its own Trigger; ours open by state.
 * Spread the result on the dialog's Content.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
    },
  }
}
