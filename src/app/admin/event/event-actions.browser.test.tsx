import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { EventDetails } from '#domain/events/contract/events.ts'
import { fakeSite, offline, ok, refused, showPart } from '#test/support/app/show-part.tsx'
import { CancelEvent, DeleteEvent } from './event-actions.tsx'

const event = { id: 7, name: 'Star Week' } as EventDetails
const PLAN = {
  startDateDate: '2031-05-06',
  endDateDate: '2031-05-10',
  guests: 2,
  emails: 2,
  toCall: [],
  holds: 0,
  waiting: 0,
  spotsWanted: 0,
  refundToCards: 45_000,
  refundByHand: 0,
  disputed: 0,
}

function Cancelling() {
  const [canceled, setCanceled] = useState(false)
  return canceled ? (
    <p>It is canceled.</p>
  ) : (
    <CancelEvent event={event} onCancelled={() => setCanceled(true)} />
  )
}

const open = page.getByRole('button', { name: 'Cancel this retreat…' })
const name = page.getByRole('textbox')
const press = page.getByRole('button', { name: /^Cancel the event for all guests/ })

test("cancels an event only after the admin has typed the event's name", async () => {
  const { call, sent } = fakeSite(({ name: asked }) => ok(asked.endsWith('Plan') ? PLAN : {}))
  await showPart(<Cancelling />, { call })
  await open.click()
  await expect.element(name).toHaveFocus()
  await name.fill('Another one')
  await press.click()
  await expect.element(page.getByText('That is not the name of the event.')).toBeVisible()
  await expect.element(name).toHaveFocus()
  expect(sent).toHaveLength(1)
  await name.fill(' star  week')
  await press.click()
  await expect.element(page.getByText('It is canceled.')).toBeVisible()
  expect(sent.at(-1)).toEqual({ name: 'booking.cancelEvent', input: { body: { id: 7 } } })
})

test('reloads the refund plan each time the cancel dialog opens, and offers a retry if that fails', async () => {
  const { call } = fakeSite((_, before) => (before === 1 ? offline() : ok({ ...PLAN, guests: 2 + before })))
  await showPart(<Cancelling />, { call })
  await open.click()
  await expect.element(page.getByText(/2 guests lose their spots/)).toBeVisible()
  await page.getByRole('button', { name: 'Keep the event' }).click()
  await open.click()
  await expect.element(page.getByText('There is no connection.')).toBeVisible()
  await expect.element(page.getByText(/2 guests lose their spots/)).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText(/4 guests lose their spots/)).toBeVisible()
})

test('cancels an event whose refund plan changed while the dialog was open, if the total of refunds is the same', async () => {
  const held = Promise.withResolvers<void>()
  const { call, sent } = fakeSite(async ({ name: asked }, before) => {
    if (!asked.endsWith('Plan')) return before === 0 ? refused('stale') : ok()
    if (before > 0) await held.promise
    return ok(PLAN)
  })
  await showPart(<Cancelling />, { call })
  await open.click()
  await name.fill('Star Week')
  await press.click()
  await expect.element(page.getByText('Refused: stale.')).toBeVisible()
  await press.click()
  await expect.element(press).toHaveAttribute('aria-busy', 'true')
  held.resolve()
  await expect.element(page.getByText('It is canceled.')).toBeVisible()
  expect(sent.filter(({ name: asked }) => !asked.endsWith('Plan'))).toHaveLength(2)
})

const question = page.getByRole('alertdialog')
const sentence = (text: string) => question.getByText(text, { exact: false })

test('names guests’ open money before it deletes an event, and then deletes it with one press (R12.9, R49.5)', async () => {
  const { call, sent } = fakeSite(() => refused('provider_failed'))
  await showPart(<DeleteEvent event={event} openMoney={{ open: 265_000, guests: 2 }} />, { call })
  await page.getByRole('button', { name: 'Delete Event' }).click()
  await expect.element(sentence('of 2 guests’ money is open. Refund it')).toBeVisible()
  await expect.element(question.getByText('$2,650.00').first()).toBeVisible()
  await expect.element(sentence('nothing is refunded')).toBeVisible()
  await question.getByRole('button', { name: 'Delete anyway' }).click()
  await expect
    .poll(() => sent)
    .toEqual([{ name: 'events.delete', input: { query: { id: 7, force: 'true' } } }])
})

test('asks a second time if guests have paid since the page was opened (R49.5)', async () => {
  const { call, sent } = fakeSite(() => refused('money_open'))
  await showPart(<DeleteEvent event={event} openMoney={{ open: 0, guests: 0 }} />, { call })
  await page.getByRole('button', { name: 'Delete Event' }).click()
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(sentence('Refused: money_open.')).toBeVisible()
  await expect.element(sentence('nothing is refunded')).toBeVisible()
  await question.getByRole('button', { name: 'Delete anyway' }).click()
  await expect
    .poll(() => sent.map(({ input }) => input))
    .toEqual([{ query: { id: 7 } }, { query: { id: 7, force: 'true' } }])
})
