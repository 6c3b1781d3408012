import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useAuth } from './auth'

it('throws outside its provider', () => {
  expect(() => renderHook(() => useAuth())).toThrow('useAuth must be used within an AuthProvider')
})
