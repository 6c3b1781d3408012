import { ConflictDialog, type Difference } from '~/admin/shared/ConflictDialog'
import { plural } from '~/admin/shared/format'
import { useSettings } from '~/shared/lib/settings'
import { accessWords, type DropForm, fieldWords, modeWords } from './form'

type DropConflictProps = {
  mine: DropForm
  theirs: DropForm
  /** Where the picture was changed here. */
  pictures?: { mine: string; theirs: string }
  pending: boolean
  onClose: () => void
  onTakeTheirs: () => void
  onKeepMine: () => void
}

function shown(form: DropForm, key: keyof DropForm, list: string): string {
  if (key === 'mode') return modeWords[form.mode]
  if (key === 'early_access') return accessWords(list)[form.early_access]
  if (key === 'products')
    return form.products
      .map(
        ({ product_id, units, price }) =>
          `${product_id}: ${plural(Number(units), 'unit')}${price && `, $${price}`}`,
      )
      .join('; ')
  const value = form[key]
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return (key.endsWith('_at') ? value.replace('T', ' ') : value) || '(empty)'
}

/** The differences of two versions of a drop. */
export function DropConflict({ mine, theirs, pictures, ...rest }: DropConflictProps) {
  const list = useSettings()('list_name')
  const differences: Difference[] = (Object.keys(fieldWords) as (keyof DropForm)[])
    .filter((key) => JSON.stringify(mine[key]) !== JSON.stringify(theirs[key]))
    .map((key) => ({ name: fieldWords[key], theirs: shown(theirs, key, list), mine: shown(mine, key, list) }))
  if (pictures)
    differences.push({
      name: 'Picture',
      theirs: pictures.theirs || '(none)',
      mine: pictures.mine || '(none)',
    })
  return <ConflictDialog what="drop" differences={differences} {...rest} />
}
