import { expect, it } from 'vitest'
import { ApiError } from '~/shared/api/errors'
import { type HealthRow, rowOfFailure, worst } from './queries'

const row = (state: HealthRow['state']) => ({ state }) as HealthRow

it('is as bad as its worst row', () => {
  expect(worst([row('good'), row('attention'), row('good')])).toBe('attention')
  expect(worst([row('attention'), row('broken')])).toBe('broken')
  expect(worst([row('good')])).toBe('good')
})

it('shows a database that does not answer as a row, and nothing else', () => {
  expect(rowOfFailure(new ApiError(503, { code: 'unavailable' }))).toMatchObject({
    id: 'database',
    state: 'broken',
  })
  expect(rowOfFailure(new ApiError(500, { code: 'internal' }))).toBeUndefined()
  expect(rowOfFailure(new TypeError('Failed to fetch'))).toBeUndefined()
})
