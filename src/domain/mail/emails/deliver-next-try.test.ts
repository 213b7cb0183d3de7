import { describe, expect, it } from 'vitest'
import { nextTry } from './deliver.ts'

describe('the retry of an e-mail that failed', () => {
  const queuedAt = new Date('2026-11-21T05:00:00Z')
  const wait = (attempt: number, minutes: number) => {
    const now = new Date(queuedAt.getTime() + minutes * 60_000)
    const next = nextTry({ queuedAt, attempt, now })
    return next && (next.getTime() - now.getTime()) / 1000
  }

  it('comes within seconds at first, and at least every 4 minutes in the first hour', () => {
    expect(wait(1, 0)).toBe(20)
    expect(wait(2, 1)).toBe(40)
    for (let minutes = 0; minutes <= 61; minutes++) {
      for (let attempt = 1; attempt < 60; attempt++) expect(wait(attempt, minutes)).toBeLessThanOrEqual(240)
    }
  })

  it('comes less often later, and never after three days', () => {
    expect(wait(50, 5 * 60)).toBe(15 * 60)
    expect(wait(1000, 30 * 60)).toBe(3600)
    expect(wait(1000, 72 * 60 - 1)).toBe(3600)
    expect(wait(1000, 72 * 60)).toBeNull()
  })
})
