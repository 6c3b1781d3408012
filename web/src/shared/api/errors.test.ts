import { describe, expect, it } from 'vitest'
import { ApiError, errorMessage } from './errors'

describe('ApiError', () => {
  it('carries status, code, words and one message per field', () => {
    const error = new ApiError(422, {
      detail: 'Check the form.',
      code: 'invalid',
      errors: [{ field: 'email', message: 'Not an email address.' }],
    })
    expect(error).toMatchObject({ status: 422, code: 'invalid', message: 'Check the form.' })
    expect(error.fields).toEqual({ email: 'Not an email address.' })
  })

  it('hides the text of errors that did not come from the server', () => {
    expect(errorMessage(new TypeError('x is undefined'), 'Try again.')).toBe('Try again.')
    expect(errorMessage(new ApiError(409, { detail: 'Taken.' }), 'Try again.')).toBe('Taken.')
  })

  it('leaves the words to the screen when the response had no message of ours', () => {
    expect(errorMessage(new ApiError(502), 'An unknown error occurred')).toBe('An unknown error occurred')
    expect(errorMessage(new ApiError(500, { title: 'Bad Gateway' }), 'Try again.')).toBe('Try again.')
  })
})
