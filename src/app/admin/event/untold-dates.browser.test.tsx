import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeSite, ok, refused, showPart } from '#test/support/app/show-part.tsx'
import { UntoldDates } from './untold-dates.tsx'

const guest = (reservationId: number, name: string, hasEmail: boolean) => {
  return { reservationId, name, hasEmail, knowsDates: false }
}
const ANN = guest(1, 'Ann Lee', true)
const JOE = guest(2, 'Joe Lee', false)
const RUTH = guest(3, 'Ruth Vance', true)
const ZOE = { ...guest(4, 'Zoe Later', true), knowsDates: true }
const news = (guests: object[], emailsNewDates = true) => ok({ emailsNewDates, guests })

const tellByEmail = page.getByRole('button', { name: 'Notify them by email…' })

test('offers to email the guests who do not know the new dates, and then asks to call those without an address', async () => {
  const { call, sent } = fakeSite(({ name }, before) => {
    if (name === 'events.tellDates') return ok({ emails: 2 })
    return news(before === 0 ? [ANN, JOE, RUTH, ZOE] : [JOE, ZOE])
  })
  await showPart(<UntoldDates eventId={7} />, { call })
  await expect.element(page.getByText('3 guests have not been notified of the new dates.')).toBeVisible()
  await tellByEmail.click()
  await expect.element(page.getByText('The new dates go to Ann Lee and Ruth Vance.')).toBeVisible()
  await page.getByRole('button', { name: 'Send 2 emails' }).click()
  await expect.element(page.getByText('1 guest has not been notified of the new dates.')).toBeVisible()
  await expect
    .element(page.getByText('We have no email address for Joe Lee. Please call them.'))
    .toBeVisible()
  await expect.element(tellByEmail).not.toBeInTheDocument()
  expect(sent.filter(({ name }) => name === 'events.tellDates')).toEqual([
    { name: 'events.tellDates', input: { body: { id: 7, how: 'email' } } },
  ])
})

test('goes away when the admin says that the guests know the dates, and shows why it could not', async () => {
  const { call, sent } = fakeSite(({ name }, before) => {
    if (name === 'events.tellDates')
      return before === 0 ? refused('internal', { status: 500 }) : ok({ emails: 0 })
    return news(before === 0 ? [JOE] : [])
  })
  await showPart(<UntoldDates eventId={7} />, { call })
  await page.getByRole('button', { name: 'They already know…' }).click()
  const confirm = page.getByRole('button', { name: 'They know the dates', exact: true })
  await confirm.click()
  await expect.element(page.getByText('Refused: internal.')).toBeVisible()
  await confirm.click()
  await expect.element(page.getByText(/not been notified/)).not.toBeInTheDocument()
  expect(sent.at(-2)?.input).toEqual({ body: { id: 7, how: 'by_hand' } })
})

test('shows nothing if every guest knows the dates, and offers no emails once the retreat has begun', async () => {
  const { call } = fakeSite((_, before) => (before === 0 ? news([ZOE]) : news([ANN], false)))
  const shown = await showPart(<UntoldDates eventId={7} />, { call })
  await expect.element(page.getByText(/not been notified/)).not.toBeInTheDocument()
  await shown.unmount()
  await showPart(<UntoldDates eventId={7} />, { call })
  await expect.element(page.getByText(/The retreat has begun, so the site emails nobody/)).toBeVisible()
  await expect.element(tellByEmail).not.toBeInTheDocument()
})
