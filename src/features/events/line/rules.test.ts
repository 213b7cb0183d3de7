import { expect, test } from 'vitest'
import { ranchInstant } from '#shared/days.ts'
import { LEAST_OFFER_MS, offerEnd, offersRun } from './rules.ts'

const START = '2027-07-01'
const event = { startDateDate: START, cancelledAt: null, waitlistStoppedAt: null }
const latest = new Date(ranchInstant(START).getTime() - LEAST_OFFER_MS)

test('an offer lasts a day from when its mail may leave, and by hand that is at once', () => {
  expect(offerEnd(event, ranchInstant('2027-06-01', 12))).toEqual(ranchInstant('2027-06-02', 12))
  const night = ranchInstant('2027-06-01', 22)
  expect(offerEnd(event, night)).toEqual(ranchInstant('2027-06-03', 8))
  expect(offerEnd(event, night, { byHand: true })).toEqual(ranchInstant('2027-06-02', 22))
})

test('it never lasts into the event, and with less than six hours left none is made', () => {
  expect(offerEnd(event, ranchInstant('2027-06-30', 9))).toEqual(ranchInstant(START))
  expect(latest).toEqual(ranchInstant('2027-06-30', 18))
  expect(offerEnd(event, latest)).toEqual(ranchInstant(START))
  expect(offerEnd(event, new Date(latest.getTime() + 1))).toBeNull()
})

test('freed spots go to the line while the event stands, offers are not stopped, and there is time', () => {
  expect(offersRun(event, latest)).toBe(true)
  expect(offersRun({ ...event, cancelledAt: latest }, latest)).toBe(false)
  expect(offersRun({ ...event, waitlistStoppedAt: latest }, latest)).toBe(false)
  expect(offersRun(event, new Date(latest.getTime() + 1))).toBe(false)
})
