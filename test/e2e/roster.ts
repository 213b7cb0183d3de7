/** Creates events with guests through the API, as a signed-in admin. Each test creates its own. */
import type { Page } from '@playwright/test'
import { api } from './api.ts'

let made = 0
/** Returns a word that no other test in this run uses. */
export const unique = () => `${Date.now().toString(36)}-${(made += 1)}`

export const table = (page: Page) => page.getByRole('table', { name: 'Attendees' })

export const row = (page: Page, name: string) =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })

/** Opens the menu of an event's workspace that has the less frequent actions. */
export const openMore = (page: Page) => page.locator('.workspace-actions summary').click()

/** Opens a tab of an event's workspace by its link. */
export const openTab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'This event' }).getByRole('link', { name, exact: true }).click()

/** Makes the browser remember that the admin has chosen the column with the notes. */
export const showNotes = (page: Page) =>
  page.addInitScript(() => {
    localStorage.setItem('roster-columns', JSON.stringify(['name', 'paid', 'info', 'notes']))
  })

interface OwnEvent {
  id: number
  name: string
  /** The event's public page. */
  path: string
  /** The page with its guests, for staff. */
  guests: string
}

export async function makeEvent(page: Page, given: object = {}): Promise<OwnEvent> {
  await page.goto('/events')
  const urlName = `own-${unique()}`
  const body = {
    name: `Own ${urlName}`,
    urlName,
    hostCell: '505-555-0100',
    cost: 90_000,
    startDate: 'June 1',
    startDateDate: '2031-06-01',
    endDate: 'June 5',
    endDateDate: '2031-06-05',
    spots: 3,
    ...given,
  }
  const { event } = await api<{ event: { id: number } }>(page, {
    method: 'POST',
    path: 'auth/event/create',
    body,
  })
  const path = `/event/${urlName}`
  return { id: event.id, name: body.name, path, guests: `${path}/guests` }
}

interface OwnGuest {
  customerName: string
  [field: string]: unknown
}

/**
 * Signs up a guest as an admin, then changes the other given fields of the reservation. Returns the
 * reservation's id.
 */
export async function makeGuest(
  page: Page,
  eventId: number,
  { customerName, totalDue, ...changes }: OwnGuest,
) {
  const email = `${unique()}@example.test`
  const { reservationId: id } = await api<{ reservationId: number }>(page, {
    method: 'POST',
    path: 'auth/createReservation',
    // Sets the price already at the sign-up, because a later change of the price would not change the
    // invoices.
    body: { createReservationData: { customerName, eventId, email, totalDue, shouldSendEmail: false } },
  })
  if (Object.keys(changes).length > 0) await changeGuest(page, id, changes)
  return id
}

export async function changeGuest(page: Page, id: number, changes: object): Promise<void> {
  await api(page, {
    method: 'PUT',
    path: 'auth/updateReservation',
    body: { updateReservationData: { id, ...changes } },
  })
}
