import * as Radix from '@radix-ui/react-dropdown-menu'
import type { ComponentProps } from 'react'
import { cn } from '~/shared/lib/cn'

export const DropdownMenu = Radix.Root
export const DropdownMenuTrigger = Radix.Trigger

export function DropdownMenuContent({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return (
    <Radix.Portal>
      <Radix.Content
        sideOffset={6}
        align="end"
        className={cn(
          'z-50 min-w-48 animate-fade rounded-2xl border border-line bg-white p-1.5 shadow-xl',
          className,
        )}
        {...rest}
      />
    </Radix.Portal>
  )
}

export function DropdownMenuItem({ className, ...rest }: ComponentProps<typeof Radix.Item>) {
  return (
    <Radix.Item
      className={cn(
        'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-xl px-3 font-medium text-sm outline-none data-[highlighted]:bg-paper-2 data-[disabled]:opacity-45',
        className,
      )}
      {...rest}
    />
  )
}

export function DropdownMenuSeparator() {
  return <Radix.Separator className="my-1.5 h-px bg-line" />
}
