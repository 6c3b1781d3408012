import { FormError } from '~/shared/form/failure'

/** Ranks of a draw, found again by this browser from the published list and seed. */
type Checked = { ranks: Map<number, number>; withdrawn: Set<number> }

type Proof = { seed: string; seed_hash: string; entries_digest: string }

const fromHex = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

const toHex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * Checks seed and list against what was published and sorts the list: tier 1 before tier 2, within a tier by
 * HMAC-SHA-256(key: SHA-256(seed ‖ digest), message: number). Throws a FormError when something differs.
 */
export async function checkDraw(list: string, proof: Proof): Promise<Checked> {
  const { subtle } = crypto
  const text = new TextEncoder()
  const seed = fromHex(proof.seed)
  if (toHex(await subtle.digest('SHA-256', seed)) !== proof.seed_hash)
    throw new FormError('This is not the locked seed.')
  if (toHex(await subtle.digest('SHA-256', text.encode(list))) !== proof.entries_digest)
    throw new FormError('This is not the published list.')
  const both = new Uint8Array([...seed, ...fromHex(proof.entries_digest)])
  const key = await subtle.importKey(
    'raw',
    await subtle.digest('SHA-256', both),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const withdrawn = new Set<number>()
  const places: { number: number; sort: string }[] = []
  for (const row of list.split('\n')) {
    const [number = '', , tier = '', out] = row.split(',')
    if (!number) continue
    if (out === '1') withdrawn.add(Number(number))
    else
      places.push({
        number: Number(number),
        sort: tier + toHex(await subtle.sign('HMAC', key, text.encode(number))),
      })
  }
  places.sort((a, b) => (a.sort < b.sort ? -1 : 1))
  return { ranks: new Map(places.map(({ number }, i) => [number, i + 1])), withdrawn }
}
