import { cn } from '~/shared/lib/cn'

/** The outline of what comes. Hidden from readers: the region around it says that it is busy. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn('skeleton', className)} />
}
