import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addDays, ranchDay } from '#shared/days.ts'
import { fakeSite, offline, ok, refused, type Sent, showPart } from '#test/support/app/show-part.tsx'
import type { GuestArrival } from '#domain/onsite/arrival/contract.ts'
import { ArrivalPart } from './arrival-part.tsx'
import { ArrivalTick, useTicks } from '#app/host/arrival-tick.tsx'
import { listStoredPresses } from './stored-presses.ts'

const TODAY = ranchDay(new Date())
const LOADED: GuestArrival = {
  told: null,
  leftPavementAt: null,
  hereAt: null,
  hereBy: null,
  overdueAt: null,
  event: { startDateDate: TODAY, endDateDate: addDays(TODAY, 2) },
  canPress: true,
}

beforeEach(() => caches.delete('kept-presses'))

const bodiesOf = (sent: Sent[], name: string) =>
  sent.filter((each) => each.name === name).map(({ input }) => input.body)

const reconnect = () => window.dispatchEvent(new Event('online'))

test('saves when a guest will arrive, and shows an error next to a time that is missing or past (R36.1)', async () => {
  let told = 0
  const { call } = fakeSite(({ name, input }) => {
    if (name !== 'arrival.tell') return ok(LOADED)
    told += 1
    if (told === 1) return refused('not_then', { status: 400, fields: { time: 'That time has passed' } })
    return ok({ arrival: { ...LOADED, told: input.body?.['told'] } })
  })
  await showPart(<ArrivalPart uuid="one" loaded={LOADED} />, { call })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('Please enter a time').first()).toBeVisible()
  await page.getByLabelText('Time').fill('15:30')
  await page.getByLabelText('How').selectOptions('fetched')
  await expect
    .element(page.getByRole('link', { name: 'How a pick-up works and what it costs' }))
    .toHaveAttribute('href', '/questions#pick-up')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText('That time has passed').first()).toBeVisible()
  await page.getByLabelText('Time').fill('16:30')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByText(/4:30 PM, to be picked up/)).toBeVisible()
})

test("stores an arrival button's press without a signal, even over a reload, and sends it once with its time (R36.2)", async () => {
  let signal = false
  const { call, sent } = fakeSite(({ name, input }) => {
    if (!signal) return offline()
    if (name !== 'arrival.press') return ok(LOADED)
    return ok({ arrival: { ...LOADED, leftPavementAt: input.body?.['at'] } })
  })
  const shown = await showPart(<ArrivalPart uuid="one" loaded={LOADED} />, { call })
  await page.getByRole('button', { name: 'Leaving the pavement' }).click()
  await expect
    .element(page.getByText(/You left the pavement at .* sent as soon as there’s a signal/))
    .toBeVisible()
  const [kept] = await listStoredPresses()
  await shown.unmount()
  await showPart(<ArrivalPart uuid="one" loaded={LOADED} />, { call })
  await expect.element(page.getByText(/sent as soon as there’s a signal/)).toBeVisible()
  signal = true
  reconnect()
  await expect.element(page.getByText(/sent as soon as there’s a signal/)).not.toBeInTheDocument()
  await expect.element(page.getByText(/You left the pavement at/)).toBeVisible()
  const bodies = bodiesOf(sent, 'arrival.press')
  expect(new Set(bodies.map((body) => JSON.stringify(body)))).toEqual(new Set([JSON.stringify(kept?.body)]))
  const before = bodies.length
  reconnect()
  expect(bodiesOf(sent, 'arrival.press')).toHaveLength(before)
  expect(await listStoredPresses()).toEqual([])
})

test('says that the server refused the press of an arrival button, and does not send the press again', async () => {
  const { call, sent } = fakeSite(({ name }) =>
    name === 'arrival.press' ? refused('absurd_time') : ok(LOADED),
  )
  await showPart(<ArrivalPart uuid="one" loaded={LOADED} />, { call })
  await page.getByRole('button', { name: 'I’m here' }).click()
  await expect.element(page.getByText('Refused: absurd_time.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'I’m here' })).toBeVisible()
  reconnect()
  expect(bodiesOf(sent, 'arrival.press')).toHaveLength(1)
})

function Ticks() {
  const ticking = useTicks({ token: 'the-token', of: 'Rain', until: TODAY })
  return <ArrivalTick reservationId={7} name="Robin" arrival={LOADED} ticking={ticking} />
}

test('stores the arrival that a host ticks off without a signal, and sends the arrival later (R36.4)', async () => {
  let signal = false
  const { call, sent } = fakeSite(({ input }) =>
    signal ? ok({ arrival: { ...LOADED, hereAt: input.body?.['at'], hereBy: 'host' } }) : offline(),
  )
  await showPart(<Ticks />, { call })
  await page.getByRole('button', { name: /Is here.*Robin/ }).click()
  await expect.element(page.getByText(/Here since .* It will be sent when there’s a signal/)).toBeVisible()
  signal = true
  reconnect()
  await expect.element(page.getByText(/It will be sent when there’s a signal/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /Undo.*Robin/ })).toBeVisible()
  expect(bodiesOf(sent, 'arrival.tickByHost').at(-1)).toMatchObject({
    token: 'the-token',
    reservationId: 7,
    here: true,
  })
})
