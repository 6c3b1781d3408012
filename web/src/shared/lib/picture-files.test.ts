import { describe, expect, it } from 'vitest'
import { pictureFileProblem } from './picture-files'

describe('pictureFileProblem', () => {
  it.each([
    ['logo.svg', 'image/svg+xml', /^SVG/],
    ['LOGO.SVG', '', /^SVG/],
    ['IMG_0001.HEIC', '', /^HEIC/],
    ['photo.jpg', 'image/heic', /^HEIC/],
    ['photo.heif', 'image/heif', /^HEIC/],
    ['notes.txt', 'text/plain', /^Choose an image/],
  ])('refuses %s (%s) by name', (name, type, message) => {
    expect(pictureFileProblem({ name, type })).toMatch(message)
  })

  it.each([
    ['a.jpg', 'image/jpeg'],
    ['a.png', 'image/png'],
    ['a.webp', 'image/webp'],
    ['a.gif', 'image/gif'],
    ['a.avif', 'image/avif'],
  ])('takes %s', (name, type) => {
    expect(pictureFileProblem({ name, type })).toBeUndefined()
  })
})
