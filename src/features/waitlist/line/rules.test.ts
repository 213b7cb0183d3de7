/** The order of a line, and until when its offers last, whatever the line and the hour (docs/decisions/0030). */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, ranchDay, ranchInstant } from '#shared/days.ts'
import { nextOpening } from '#shared/email-hours.ts'
import { LEAST_OFFER_MS, offerEnd, offersRun } from '#features/events/line/rules.ts'
import { moved, movedInLine } from './rules.ts'

const HOUR = 3_600_000
const lines = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { maxLength: 12 })
const ways = fc.constantFrom('up' as const, 'down' as const)

test('a move changes two neighbors and nobody else; the way back is the line as it was', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 1, max: 50 }), ways, (ids, id, to) => {
      const line = moved(ids, id, to)
      const at = ids.indexOf(id)
      const atEnd = at === (to === 'up' ? 0 : ids.length - 1)
      if (line === null) {
        expect(at === -1 || atEnd).toBe(true)
        return
      }
      expect(atEnd).toBe(false)
      expect(line.indexOf(id)).toBe(at + (to === 'up' ? -1 : 1))
      expect(line.toSorted()).toEqual(ids.toSorted())
      expect(ids.filter((other, place) => line[place] !== other)).toHaveLength(2)
      expect(moved(line, id, to === 'up' ? 'down' : 'up')).toEqual(ids)
    }),
  )
})

const now = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
const ahead = fc.integer({ min: -2, max: 5 })

test('an offer lasts a day from when its mail may leave, six hours at least, and never into the event', () => {
  fc.assert(
    fc.property(now, ahead, fc.boolean(), (at, days, byHand) => {
      const startDateDate = addDays(ranchDay(at), days)
      const end = offerEnd({ startDateDate }, at, { byHand })
      const leaves = byHand ? at : nextOpening(at)
      const start = ranchInstant(startDateDate)
      if (end === null) {
        expect(start.getTime() - leaves.getTime()).toBeLessThan(LEAST_OFFER_MS)
        return
      }
      expect(end.getTime() - leaves.getTime()).toBeGreaterThanOrEqual(6 * HOUR)
      expect(end.getTime() - leaves.getTime()).toBeLessThanOrEqual(24 * HOUR)
      expect(end.getTime()).toBeLessThanOrEqual(start.getTime())
    }),
  )
})

test('offers stop for good as the start comes near, and while somebody has stopped them', () => {
  fc.assert(
    fc.property(now, ahead, fc.integer({ min: 0, max: 48 }), (at, days, hours) => {
      const event = { startDateDate: addDays(ranchDay(at), days), cancelledAt: null, waitlistStoppedAt: null }
      const later = new Date(at.getTime() + hours * HOUR)
      if (!offersRun(event, at)) expect(offersRun(event, later)).toBe(false)
      expect(offersRun({ ...event, cancelledAt: at }, at)).toBe(false)
      expect(offersRun({ ...event, waitlistStoppedAt: at }, at)).toBe(false)
    }),
  )
})

test('in a whole line only two who wait change places', () => {
  const line = (['waiting', 'offered', 'skipped', 'waiting'] as const).map((state, id) => ({ id, state }))
  expect(movedInLine(line, 3, 'up')).toEqual([3, 1, 2, 0])
  expect(movedInLine(line, 1, 'up')).toBeNull()
})
