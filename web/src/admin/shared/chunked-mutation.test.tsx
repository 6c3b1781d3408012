import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { useChunkedMutation } from './chunked-mutation'

afterEach(cleanup)

const items = [1, 2, 3, 4, 5]

describe('work part by part', () => {
  it.each([
    [2, [0, 2, 4]],
    [5, [undefined]], // what one call does needs no bar
  ])('tells how far it is, %i at a time', async (size, told) => {
    const { result } = renderHook(useChunkedMutation)
    let finish = () => {}
    let work: Promise<unknown> = Promise.resolve()
    act(() => {
      work = result.current.run(
        'Counting',
        items,
        size,
        () =>
          new Promise<void>((done) => {
            finish = done
          }),
      )
    })
    for (const done of told) {
      expect(result.current.progress?.done).toBe(done)
      await act(async () => finish())
    }
    await work
    expect(result.current.progress).toBeUndefined()
  })

  it('stops between two parts', async () => {
    const { result } = renderHook(useChunkedMutation)
    const outcome = await act(() =>
      result.current.run('Counting', items, 2, async (part) => {
        if (part.includes(3)) result.current.stop()
        return part
      }),
    )
    expect(outcome).toEqual({
      results: [
        [1, 2],
        [3, 4],
      ],
      stopped: true,
    })
  })

  it('keeps what was done before a failure', async () => {
    const { result } = renderHook(useChunkedMutation)
    const failure = new Error('The shelf is locked.')
    const outcome = await act(() =>
      result.current.run('Counting', items, 2, async (part) => {
        if (part.includes(5)) throw failure
        return part.length
      }),
    )
    expect(outcome).toEqual({ results: [2, 2], failure, stopped: false })
  })
})
