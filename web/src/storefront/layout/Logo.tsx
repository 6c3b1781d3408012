import { useSettings } from '~/shared/lib/settings'
import { LogoMark } from '~/shared/ui/LogoMark'

/** The logo that the merchant uploaded. Its proportions are unknown before it loads, so it gets a box of fixed size. */
export const UploadedLogo = ({ src, name }: { src: string; name: string }) => (
  <img
    src={src}
    alt={name}
    width={192}
    height={44}
    className="h-11 w-24 object-contain object-left min-[22rem]:w-32 sm:w-48"
  />
)

/** The shop's own logo when the settings have one, else the mark and the shop's name. */
export function Logo() {
  const setting = useSettings()
  const name = setting('site_name')
  const uploaded = setting('site_logo')
  if (uploaded) return <UploadedLogo src={uploaded} name={name} />
  return (
    <span className="flex items-center gap-2">
      <LogoMark className="h-10 w-9 shrink-0" />
      <span className="max-w-44 truncate max-[21.9rem]:hidden font-display text-[1.15rem] lowercase leading-none tracking-tight sm:max-w-64 sm:text-[1.3rem]">
        {name}
      </span>
    </span>
  )
}
