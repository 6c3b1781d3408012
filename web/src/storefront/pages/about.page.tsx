import { Flame, PackageCheck, Plane, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PageRoute } from '~/shared/lib/page'
import { useBrand } from '~/shared/lib/settings'
import { ButtonLink } from '~/shared/ui/Button'
import { PageBanner } from '~/storefront/static/PageBanner'
import { StoreFacts } from '~/storefront/static/StoreFacts'

const steps = [
  {
    name: 'Source',
    icon: <Plane />,
    text: 'We buy where the snack is at home: night markets, corner shops, small factories. No gray-market pallets, no mystery expiry dates.',
  },
  {
    name: 'Select',
    icon: <Search />,
    text: 'Everything is eaten here first, by people who argue about crunch. Most of it does not make the cut.',
  },
  {
    name: 'Drop',
    icon: <Flame />,
    text: 'What is left goes up in small numbers. The count you see is the count on the shelf. When it is gone, it is gone.',
  },
  {
    name: 'Deliver',
    icon: <PackageCheck />,
    text: 'Packed by hand on Melrose and sent anywhere in the US, or kept at the counter until you come by.',
  },
]

export const route: PageRoute = {
  path: '/about',
  render: 'public',
  sitemap: true,
  meta: () => ({
    title: 'About Us',
    description:
      'How we find rare snacks abroad, pick the ones worth the trip, and drop them in Los Angeles and nationwide.',
  }),
}

export default function AboutPage() {
  const brand = useBrand()
  return (
    <>
      <PageBanner title="About Us" sign="chips">
        <p>
          {brand} brings rare, limited-edition snacks from far away to Los Angeles, and from there to the rest
          of the country.
        </p>
      </PageBanner>
      <div className="wrap grid gap-14 py-16 sm:py-24 lg:grid-cols-2 lg:gap-20">
        <Text id="our-story" title="Our Story">
          <p>
            It began with a suitcase. One of us came home from Osaka with eleven kilos of chips and no room
            for clothes; by the end of the week the neighbors knew, by the end of the month there was a list,
            and the list had rules.
          </p>
          <p>
            The suitcase became a garage, the garage a counter on Melrose Avenue. The list is still here. So
            are the rules: nothing we would not carry home ourselves, nothing that you can get at the
            supermarket, and an honest number of what is left.
          </p>
        </Text>
        <Text id="our-mission" title="Our Mission">
          <p>
            Founded in 2020, we are here for one thing: the best snack you have never had. Somewhere a
            grandmother runs a factory that makes four thousand bags a week, and no importer calls her because
            four thousand is not a container. We call.
          </p>
          <p>
            Small drops are not a trick. They are how many there are. We would rather sell out of something
            wonderful than always have something fine.
          </p>
        </Text>
      </div>
      <section aria-labelledby="how-we-work" className="on-ink bg-ink-2 text-paper">
        <div className="wrap py-16 sm:py-24">
          <h2 id="how-we-work" className="font-display text-[clamp(1.8rem,4.6vw,3rem)] leading-tight">
            How We Work
          </h2>
          <ol className="mt-10 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
            {steps.map(({ name, icon, text }, index) => (
              <li key={name} className="relative rounded-3xl bg-ink p-6 ring-1 ring-white/10">
                <span
                  aria-hidden="true"
                  className="grid size-12 -rotate-3 place-items-center rounded-xl bg-secondary text-on-secondary"
                >
                  {icon}
                </span>
                <span
                  aria-hidden="true"
                  className="absolute top-5 right-6 font-display text-5xl text-white/10 leading-none"
                >
                  {index + 1}
                </span>
                <h3 className="mt-5 font-display text-xl">{name}</h3>
                <p className="mt-2 text-mist leading-relaxed">{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </section>
      <section aria-labelledby="come-by" className="wrap grid gap-10 py-16 sm:py-24 lg:grid-cols-2">
        <div>
          <h2 id="come-by" className="font-display text-[clamp(1.8rem,4.6vw,3rem)] leading-tight">
            Come by, or write
          </h2>
          <p className="mt-4 max-w-lg text-lg text-mute leading-relaxed">
            The counter is open to anyone who is hungry. If you are too far away, we read everything that you
            send us.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <ButtonLink to="/products" variant="hot" size="lg">
              Shop Latest Drops
            </ButtonLink>
            <ButtonLink to="/contact" variant="outline" size="lg">
              Contact Us
            </ButtonLink>
          </div>
        </div>
        <StoreFacts />
      </section>
    </>
  )
}

function Text({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-display text-[clamp(1.8rem,4.6vw,3rem)] leading-tight">
        {title}
      </h2>
      <div className="mt-5 grid gap-4 text-lg leading-relaxed">{children}</div>
    </section>
  )
}
