/**
 * Tests what an event's page offers before, during and after the event, and how many spots and guests it
 * shows.
 */
import { ANY_WIDTH } from './any-width.ts'
import { api } from './api.ts'
import { fillGuest, newEmail, openSignUp, payButton } from './guest.ts'
import { makeEvent, makeGuest, openMore } from './roster.ts'
import { signInAsAdmin } from './sign-in.ts'
import { tidy } from './clean-up.ts'
import { expect, test } from './test.ts'

test.beforeEach(({ page }) => signInAsAdmin(page))
test.afterEach(({ page }) => tidy(page))

test(
  'says immediately to the guest who took the last spot that no spot is left',
  ANY_WIDTH,
  async ({ page }) => {
    const event = await makeEvent(page, { cost: 0, spots: 1 })
    await page.goto(event.path)
    await expect(page.getByText('Only 1 Space Left')).toBeVisible()
    await openSignUp(page, event.path.split('/').at(-1) ?? '')
    await fillGuest(page, newEmail())
    await payButton(page).click()
    await expect(page.getByRole('heading', { name: /^Your spot is reserved\./ })).toBeVisible()
    await page.goto('/events')
    const card = page.getByRole('article').filter({ has: page.locator(`a[href="${event.path}"]`) })
    await expect(card).toContainText('No spaces left')
  },
)

test('allows no cancellation and no new guest after an event is over', ANY_WIDTH, async ({ page }) => {
  const event = await makeEvent(page)
  const guest = await makeGuest(page, event.id, { customerName: 'Ana Ortiz' })
  const button = (name: string) => page.getByRole('button', { name })
  const movedTo = async (startDateDate: string, endDateDate: string) => {
    const updateEventData = { id: event.id, startDateDate, endDateDate }
    await api(page, { method: 'PUT', path: 'auth/event/update', body: { updateEventData } })
  }
  // Makes the event last for years, so that it takes place now.
  await movedTo('2020-01-01', '2031-06-05')
  await page.goto(event.guests)
  await openMore(page)
  await expect(button('Add New Reservation')).toBeVisible()
  await expect(button('Cancel this retreat…')).toBeVisible()
  await expect(page.getByText('Coming 1')).toBeVisible()

  await movedTo('2020-01-01', '2020-01-05')
  await page.reload()
  await expect(page.getByText('Stayed 1')).toBeVisible()
  await openMore(page)
  await expect(button('Add New Reservation')).toHaveCount(0)
  await expect(button('Cancel this retreat…')).toHaveCount(0)
  await expect(button('Delete Event')).toBeVisible()
  await page.goto(`/reservation/${guest}`)
  await expect(page.getByText('you can no longer cancel this stay')).toBeVisible()
  await expect(button('Cancel reservation…')).toHaveCount(0)
})
