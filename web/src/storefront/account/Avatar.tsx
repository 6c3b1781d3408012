import { cn } from '~/shared/lib/cn'
import type { Profile } from './queries'

/** The person's picture, or the first letter of the name. */
export function Avatar({ profile, className }: { profile: Profile; className?: string }) {
  const name = profile.full_name || profile.username
  return (
    <span
      className={cn(
        'grid size-14 shrink-0 place-items-center overflow-hidden rounded-full bg-primary font-display text-on-primary text-xl uppercase',
        className,
      )}
    >
      {profile.avatar_url ? (
        <img src={profile.avatar_url} alt="" width={96} height={96} className="size-full object-cover" />
      ) : (
        <span aria-hidden="true">{[...name][0]}</span>
      )}
    </span>
  )
}
