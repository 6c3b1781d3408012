import type { ReactNode } from 'react'
import type { SignName } from '~/shared/lib/signs'
import { NeonSign } from '~/shared/ui/NeonSign'

type PageBannerProps = { title: string; sign?: SignName | ''; children?: ReactNode }

/** The dark banner at the top of a text page. */
export function PageBanner({ title, sign, children }: PageBannerProps) {
  return (
    <div className="on-ink glow-wall overflow-hidden text-paper">
      <div className="wrap relative py-14 sm:py-20">
        {sign && (
          <NeonSign
            name={sign}
            className="absolute top-1/2 right-[4%] hidden h-[80%] w-auto -translate-y-1/2 rotate-6 text-secondary-glow lg:block"
          />
        )}
        <h1 className="max-w-4xl font-display text-[clamp(2.2rem,7vw,4.5rem)] leading-[1.03] tracking-[-0.02em]">
          {title}
        </h1>
        {children && (
          <div className="mt-5 max-w-2xl text-lg text-mist leading-relaxed sm:text-xl">
            {typeof children === 'string' ? <p>{children}</p> : children}
          </div>
        )}
      </div>
    </div>
  )
}
