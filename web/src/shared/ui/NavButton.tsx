import type { KeyboardEvent } from 'react'
import type { LinkProps } from 'react-router'
import { ButtonLink } from './Button'

type NavButtonProps = LinkProps & Pick<Parameters<typeof ButtonLink>[0], 'variant' | 'size'>

/** A link with the role and look of a button, which can still be opened in a new tab. */
export function NavButton(props: NavButtonProps) {
  return <ButtonLink role="button" onKeyDown={clickOnSpace} {...props} />
}

function clickOnSpace(event: KeyboardEvent<HTMLAnchorElement>) {
  if (event.key !== ' ') return
  event.preventDefault()
  event.currentTarget.click()
}
