import { useQueries } from '@tanstack/react-query'
import { adminProductQuery } from '~/admin/products/queries'
import { ConflictDialog, type Difference, differencesOf } from '~/admin/shared/ConflictDialog'
import { plural } from '~/admin/shared/format'
import { useSettings } from '~/shared/lib/settings'
import { useMoney } from '~/shared/ui/Money'
import { accessLabels, type DropForm, fieldLabels, modeLabels } from './form'

type DropConflictProps = {
  mine: DropForm
  theirs: DropForm
  /** Where the picture was changed here. */
  picture: Difference | undefined
  pending: boolean
  onClose: () => void
  onTakeTheirs: () => void
  onKeepMine: () => void
}

/** The differences of two versions of a drop. */
export function DropConflict({ mine, theirs, picture, ...rest }: DropConflictProps) {
  const list = useSettings()('list_name')
  const formatMoney = useMoney()
  const ids = [...new Set([...mine.products, ...theirs.products].map(({ product_id }) => product_id))]
  const products = useQueries({ queries: ids.map(adminProductQuery) })
  const nameOf = (id: number) => products[ids.indexOf(id)]?.data?.name ?? `Product ${id}`

  function shown(form: DropForm, key: keyof DropForm): string {
    if (key === 'mode') return modeLabels[form.mode]
    if (key === 'early_access') return accessLabels(list)[form.early_access]
    if (key === 'products')
      return form.products
        .map(({ product_id, units, price }) => {
          const at = price && `, ${Number.isFinite(Number(price)) ? formatMoney(Number(price)) : price}`
          return `${nameOf(product_id)}: ${plural(Number(units), 'unit')}${at}`
        })
        .join('; ')
    const value = String(form[key])
    return key.endsWith('_at') ? value.replace('T', ' ') : value
  }

  return (
    <ConflictDialog
      what="drop"
      differences={differencesOf(fieldLabels, { mine, theirs }, shown, picture)}
      {...rest}
    />
  )
}
