import { expect, it } from 'vitest'
import { type Backup, formatBytes, percentOf } from './queries'

it.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1000, '1.0 KB'],
  [4_230_000, '4.2 MB'],
  [123_400_000, '123 MB'],
  [2_000_000_000_000, '2.0 TB'],
])('%d bytes are %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

it('knows how far a backup is once its rows are counted', () => {
  expect(percentOf({ rows_done: 0, rows_total: 0 } as Backup)).toBeUndefined()
  expect(percentOf({ rows_done: 1, rows_total: 3 } as Backup)).toBe(33)
})
