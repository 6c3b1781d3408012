import type { KeyboardEvent } from 'react'
import type { LinkProps } from 'react-router'
import { ButtonLink } from './button'

type NavButtonProps = LinkProps & Pick<Parameters<typeof ButtonLink>[0], 'variant' | 'size'>

/** A button that goes somewhere. It is named a button, as the shop's words are, and still opens in a new tab. */
export function NavButton(props: NavButtonProps) {
  return <ButtonLink role="button" onKeyDown={clickOnSpace} {...props} />
}

function clickOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
