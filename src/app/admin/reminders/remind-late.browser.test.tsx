import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fakeSite, ok, offline, showPart } from '#test/support/app/show-part.tsx'
import { type LatePayer, RemindLate } from './remind-late.tsx'

const payer = (reservationId: number, name: string, changes: Partial<LatePayer> = {}): LatePayer => ({
  reservationId,
  name,
  event: 'Desert Cooking',
  owes: 24_000,
  hasEmail: true,
  remindedToday: false,
  ...changes,
})
const PAYERS = [
  payer(1, 'Ana'),
  payer(2, 'Ben'),
  payer(3, 'Cleo', { remindedToday: true }),
  payer(4, 'Dora', { hasEmail: false }),
]

const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })
const send = (words: string) => page.getByRole('button', { name: words })

const PROGRESS = {
  sent: 2,
  queued: 0,
  dropped: 0,
  failed: [{ id: 9, reservationId: 2, name: 'Ben', failure: 'there is no such address' }],
}

async function open(answer: Parameters<typeof fakeSite>[0]) {
  const site = fakeSite((sent, before) =>
    sent.name === 'emails.getProgress' ? ok(PROGRESS) : answer(sent, before),
  )
  const [onClose, onSent] = [vi.fn(), vi.fn()]
  await showPart(<RemindLate open payers={PAYERS} onClose={onClose} onSent={onSent} />, site)
  return { ...site, onClose, onSent }
}

test('preselects late payers who got no reminder today, and e-mails only those that the admin leaves selected', async () => {
  const { sent, onClose, onSent } = await open(() => ok({ reminded: [2], emailIds: [9], skipped: [] }))
  await expect.element(box('Cleo')).toBeDisabled()
  await expect.element(box('Dora')).toBeDisabled()
  await expect.element(page.getByText(/No email address: please call them/)).toBeVisible()
  await expect.element(send('Send 2 reminders')).toBeVisible()
  await box('Ana').click()
  await send('Send 1 reminder').click()
  await expect.element(page.getByText('2 of 3 sent, 1 failed.')).toBeVisible()
  await expect.element(page.getByText('Ben: there is no such address')).toBeVisible()
  // The dialog calls `onSent` when the reminders are enqueued, and again when some are sent.
  expect(onSent).toHaveBeenCalledTimes(2)
  expect(sent).toEqual([
    { name: 'reminders.remindLatePayers', input: { body: { reservationIds: [2] } } },
    { name: 'emails.getProgress', input: { query: { ids: '9' } } },
  ])
  expect(onClose).not.toHaveBeenCalled()
  await expect.element(page.getByText('1 reminder is on its way.').first()).toBeVisible()
})

test('lists each guest who gets no payment reminder, with the reason, until the admin closes the dialog', async () => {
  const why = 'Nothing is overdue anymore.'
  const { onClose } = await open(() =>
    ok({ reminded: [2], emailIds: [9], skipped: [{ reservationId: 1, why }] }),
  )
  await send('Send 2 reminders').click()
  await expect.element(page.getByText(`Ana: ${why}`)).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  await page.getByRole('button', { name: 'Done' }).click()
  expect(onClose).toHaveBeenCalledOnce()
})

test('keeps the selected late payers if there is no connection, and sends the reminders at the next press', async () => {
  const { onClose } = await open((_sent, before) =>
    before === 0 ? offline() : ok({ reminded: [1, 2], emailIds: [8, 9], skipped: [] }),
  )
  await send('Send 2 reminders').click()
  await expect.element(page.getByText('There is no connection.')).toBeVisible()
  await send('Send 2 reminders').click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => onClose).toHaveBeenCalledOnce()
})

test('sends no payment reminder when no guest is selected', async () => {
  const { sent } = await open(() => ok({ reminded: [], emailIds: [], skipped: [] }))
  await box('Ana').click()
  await box('Ben').click()
  await expect.element(send('Send 0 reminders')).toHaveAttribute('aria-disabled', 'true')
  expect(sent).toEqual([])
})
