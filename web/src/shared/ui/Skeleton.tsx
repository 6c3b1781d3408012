import { cn } from '~/shared/lib/cn'

/** A placeholder while content loads. Hidden from screen readers: the region around it says that it is busy. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn('skeleton', className)} />
}
