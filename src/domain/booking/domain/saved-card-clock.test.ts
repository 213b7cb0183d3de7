/**
 * Tests when saved cards are charged. Simulates every hour, across the two nights when the ranch's clocks change,
 * and with times when the site is down (R42.2, R42.8).
 */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type Day, daysBetween, ranchDay, ranchInstant } from '#shared/days.ts'
import { type Attempt, type SavedCardFacts, nextStep } from './saved-card.ts'

const HOUR_MS = 3_600_000

interface Life {
  due: Day
  /** Number of hours to simulate, starting ten days before the remainder is due. */
  hours: number
  /** Returns whether the site is down in this hour. */
  isOff?: (hour: number) => boolean
}

/**
 * Simulates the announcements and charges of one saved card. E-mails are sent immediately, and the bank accepts
 * every charge.
 */
function live({ due, hours, isOff = () => false }: Life) {
  const begin = ranchInstant(addDays(due, -10)).getTime()
  const attempts: Attempt[] = []
  const told: Date[] = []
  const charged: Date[] = []
  for (let hour = 0; hour < hours; hour += 1) {
    if (isOff(hour)) continue
    const now = new Date(begin + hour * HOUR_MS)
    for (let again = true; again;) {
      const paid = charged.length > 0
      const facts: SavedCardFacts = {
        isOn: true,
        isKept: !paid,
        stands: true,
        startDay: addDays(due, 30),
        invoice: paid ? null : { id: 1, amount: 45_000, due },
        attempts,
        now,
      }
      const step = nextStep(facts)
      switch (step.do) {
        case 'announce': {
          const { amount, on } = step
          const asked = { startedAt: null, declineCode: null, adviceCode: null }
          attempts.push({ id: attempts.length, status: 'planned', amount, on, announcedAt: now, ...asked })
          told.push(now)
          break
        }
        case 'stop':
          Object.assign(attempts[step.id] ?? {}, { status: 'stopped' })
          break
        case 'charge':
          Object.assign(attempts[step.id] ?? {}, { status: 'succeeded', startedAt: now })
          charged.push(now)
          break
        default:
          expect(step).toEqual({ do: 'nothing' })
          again = false
      }
    }
  }
  return { told, charged, attempts }
}

const changes = ['2027-03-14', '2027-11-07']
const around = changes.flatMap((day) => Array.from({ length: 11 }, (_, nth) => addDays(day, nth - 5)))

test.each(around)(
  'charges the remainder due on %s once, on that day at 9:00, and announces that three days before at 9:00',
  (due) => {
    const { told, charged } = live({ due, hours: 15 * 24 })
    expect(told).toEqual([ranchInstant(addDays(due, -3), 9)])
    expect(charged).toEqual([ranchInstant(due, 9)])
  },
)

test('charges the saved card once, never without an e-mail three days before, even if the site is down for a week', () => {
  const off = fc.array(fc.record({ from: fc.nat(24 * 24), hours: fc.integer({ min: 1, max: 7 * 24 }) }), {
    maxLength: 3,
  })
  fc.assert(
    fc.property(fc.constantFrom(...around), off, (due, times) => {
      const isOff = (hour: number) => times.some(({ from, hours }) => hour >= from && hour < from + hours)
      const { told, charged, attempts } = live({ due, hours: 36 * 24, isOff })
      expect(charged).toHaveLength(1)
      const [at = new Date(0)] = charged
      const { on = '' } = attempts.find(({ status }) => status === 'succeeded') ?? {}
      expect(at >= ranchInstant(on, 9) && at < ranchInstant(addDays(on, 3))).toBe(true)
      expect(on >= due).toBe(true)
      for (const one of told) expect(one >= ranchInstant(ranchDay(one), 9)).toBe(true)
      const last = told.at(-1) ?? at
      expect(daysBetween(ranchDay(last), on)).toBeGreaterThanOrEqual(3)
    }),
    { numRuns: 200 },
  )
})
