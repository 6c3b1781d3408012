import * as Radix from '@radix-ui/react-tabs'
import type { ComponentProps } from 'react'
import { cn } from '~/shared/lib/cn'

export const Tabs = Radix.Root

export function TabList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={cn(
        'flex gap-1 overflow-x-auto rounded-2xl bg-paper-2 p-1 [scrollbar-width:none]',
        className,
      )}
      {...rest}
    />
  )
}

export function Tab({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        'min-h-11 flex-1 whitespace-nowrap rounded-xl px-4 font-bold text-mute text-sm transition-colors duration-150 hover:text-ink data-[state=active]:bg-ink data-[state=active]:text-paper',
        className,
      )}
      {...rest}
    />
  )
}

export function TabPanel({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('mt-6', className)} {...rest} />
}
