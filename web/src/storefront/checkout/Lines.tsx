import type { ReactNode } from 'react'
import { Money } from '~/shared/ui/Money'
import { useLinePictures } from '~/storefront/shared/use-line-pictures'

type PricedLine = {
  product_id: number | null
  product_name: string
  image_url: string
  quantity: number
  line_total: number
}

/** The compact lines of a quote or an order. */
export function Lines({ lines, note }: { lines: PricedLine[]; note?: (line: PricedLine) => ReactNode }) {
  const picture = useLinePictures(lines)
  return (
    <ul className="grid gap-3.5">
      {lines.map((line) => (
        <li
          key={line.product_id ?? line.product_name}
          className="grid grid-cols-[3.5rem_1fr_auto] items-center gap-x-3.5"
        >
          {picture(line)}
          <span className="min-w-0">
            <span className="block break-words font-semibold leading-snug">{line.product_name}</span>
            <span className="text-mute text-sm">Quantity {line.quantity}</span>
          </span>
          <Money amount={line.line_total} className="tabular-nums" />
          {note?.(line)}
        </li>
      ))}
    </ul>
  )
}
