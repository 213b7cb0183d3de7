import { useState } from 'react'
import { Link } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import { fakeSite, offline, ok, refused, showPart } from '#test/support/app/show-part.tsx'
import type { Guest } from '#domain/guests/roster/contract.ts'
import { Roster } from './roster.tsx'

// The roster reads the chosen columns when its code loads.
vi.hoisted(() => localStorage.setItem('roster-columns', '["name","paid","info","email","notes"]'))

const ana = {
  id: 1,
  version: 1,
  status: 'confirmed',
  customerName: 'Ana Ortiz',
  nickname: null,
  email: 'ana@example.test',
  phone: '505-555-0101',
  notes: 'Vegan',
  totalDue: 90_000,
  totalPaid: 0,
  money: { stillToPay: 90_000, credit: 0, withdrawn: 0, paidUp: false },
  additionalInformationProvided: true,
  directionsViewedAt: null,
  arrival: null,
  room: null,
  options: [],
  party: null,
  purgedAt: null,
  address: null,
  emergencyContactName: null,
  emergencyContactPhone: null,
  foodAllergies: null,
  medicalConditions: null,
  otherInformation: null,
  safetyConsent: true,
  photoConsent: false,
} as unknown as AdminReservation
const ben = { ...ana, id: 2, customerName: 'Ben Hale', notes: null }

/**
 * Returns a fake site with one reservation, of the guest Ana. `change` edits the reservation as another admin
 * would.
 */
function siteWith() {
  let kept = ana
  const change = (to: Partial<AdminReservation>) => {
    kept = { ...kept, ...to, version: kept.version + 1 }
  }
  let down = false
  let unreadable = false
  const site = fakeSite(({ name, input }) => {
    if (down || (unreadable && name === 'booking.getReservationByAdmin')) return offline()
    if (name !== 'booking.updateReservationByAdmin') return ok(kept)
    const { version, ...changes } = input.body!['updateReservationData'] as AdminReservation
    if (version !== kept.version) return refused('stale')
    change(changes)
    return ok({ reservation: kept })
  })
  return {
    ...site,
    change,
    kept: () => kept,
    goDown: (is: boolean) => (down = is),
    keepFromReading: (is: boolean) => (unreadable = is),
  }
}

const BOTH: unknown[] = [ana, ben]

function EventPage({ guests: given = BOTH }: { guests?: unknown[] }) {
  const [guests] = useState(given as Guest[])
  return (
    <>
      <Roster eventId={7} guests={guests} ended={false} onChanged={() => undefined} />
      <Link to="/elsewhere">Elsewhere</Link>
    </>
  )
}

const notes = page.getByRole('textbox', { name: 'Notes about Ana Ortiz' })
const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^Ana Ortiz/ }) })
const form = page.getByRole('form', { name: 'Edit Ana Ortiz' })
const field = (name: string) => form.getByRole('textbox', { name: new RegExp(`^${name}`) })
const edit = () => page.getByRole('button', { name: 'Edit Ana Ortiz' }).click()

/** How long a test waits for a save, in milliseconds. The page saves only after a pause in typing. */
const WHILE = { timeout: 5000 }

beforeEach(() => sessionStorage.clear())

test('keeps the roster a table for screen readers on a small screen, where each guest has two lines', async () => {
  await showPart(<EventPage />, siteWith())
  const table = page.getByRole('table', { name: 'Attendees' })
  // The browser loads the roster's stylesheet separately, so the test waits for a style in it.
  await expect.poll(() => getComputedStyle(table.element().querySelector('tbody tr')!).display).toBe('flex')
  expect(table.getByRole('columnheader').elements()).toHaveLength(7)
  await expect.element(page.getByLabelText('Sort by')).not.toMatchTextContent('Arrival')
  await expect.element(row.getByRole('cell', { name: /of \$900\.00/ })).toBeVisible()
})

const names = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((head) => head.querySelector('a')?.textContent)

test("shows the payer next to a companion, and lists a party's guests together if the admin wants that (R39.3)", async () => {
  const ruth = { ...ana, id: 3, customerName: 'Ruth Vance', party: { payer: 3, names: ['Ana Ortiz'] } }
  const guests = [{ ...ana, party: { payer: 3, names: ['Ruth Vance'] } }, ben, ruth]
  const party = { payer: false, members: [{ id: 3, customerName: 'Ruth Vance', payer: true }] }
  const { call } = fakeSite(() => ok({ ...ana, party }))
  await showPart(<EventPage guests={guests} />, { call })
  await expect.element(row.getByText('with Ruth Vance')).toBeVisible()
  await expect.element(row.getByText('Ruth Vance pays')).toBeVisible()
  await expect.element(page.getByText('with Ana Ortiz')).toBeVisible()
  expect(names()).toEqual(['Ana Ortiz', 'Ben Hale', 'Ruth Vance'])
  await page.getByRole('checkbox', { name: 'Parties together' }).click()
  await expect.poll(names).toEqual(['Ana Ortiz', 'Ruth Vance', 'Ben Hale'])
  await edit()
  await expect.element(form.getByRole('textbox', { name: /^Full name/ })).toBeVisible()
  await expect.element(form.getByRole('textbox', { name: /^Total due/ })).not.toBeInTheDocument()
})

test('keeps notes typed offline, asks before the admin leaves the page, and saves them when the network returns', async () => {
  const site = siteWith()
  site.goDown(true)
  await showPart(<EventPage />, site)
  await notes.fill('Vegan, brings a dog')
  await userEvent.tab()
  await expect.element(row.getByText('Not saved yet: no connection')).toBeVisible()
  await page.getByRole('link', { name: 'Elsewhere' }).click()
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect.element(notes).toHaveValue('Vegan, brings a dog')
  site.goDown(false)
  window.dispatchEvent(new Event('online'))
  await expect.element(row.getByText('Saved', { exact: true })).toBeVisible()
  expect(site.kept().notes).toBe('Vegan, brings a dog')
})

test('restores unsaved notes about a guest after a reload, and saves them', async () => {
  const site = siteWith()
  site.goDown(true)
  const first = await showPart(<EventPage />, site)
  await notes.fill('Late')
  await userEvent.tab()
  await expect.element(row.getByText('Not saved yet: no connection')).toBeVisible()
  await first.unmount()
  site.goDown(false)
  await showPart(<EventPage />, site)
  await expect.element(notes).toHaveValue('Late')
  await expect.poll(() => site.kept().notes, WHILE).toBe('Late')
})

test('does not overwrite notes about a guest that another admin has changed, unless the admin chooses so', async () => {
  const site = siteWith()
  await showPart(<EventPage />, site)
  site.change({ notes: 'Theirs' })
  await notes.fill('Mine')
  await userEvent.tab()
  await expect.element(row.getByText(/someone else wrote .Theirs/)).toBeVisible()
  expect(site.kept().notes).toBe('Theirs')
  await page.getByRole('button', { name: 'Save mine' }).click()
  await expect.poll(() => site.kept().notes, WHILE).toBe('Mine')
})

test('asks before it discards a half-filled form of a guest, even if the admin presses Escape several times', async () => {
  await showPart(<EventPage />, siteWith())
  await edit()
  await field('Nickname').fill('Red')
  await userEvent.keyboard('{Escape}{Escape}{Escape}')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect.element(field('Nickname')).toHaveValue('Red')
})

test("merges two admins' changes of a guest if they changed different fields", async () => {
  const site = siteWith()
  await showPart(<EventPage />, site)
  await edit()
  await field('Nickname').fill('Red')
  site.change({ foodAllergies: 'Peanuts' })
  await form.getByRole('button', { name: 'Save the details' }).click()
  await expect.element(row.getByText(/Red/)).toBeVisible()
  expect(site.kept()).toMatchObject({ nickname: 'Red', foodAllergies: 'Peanuts' })
})

test("saves a typed nickname at the second press of “Save” if another admin's version did not load at the first", async () => {
  const site = siteWith()
  await showPart(<EventPage />, site)
  await edit()
  await field('Nickname').fill('Red')
  site.change({ foodAllergies: 'Peanuts' })
  site.keepFromReading(true)
  await form.getByRole('button', { name: 'Save the details' }).click()
  await expect.element(form.getByText('Refused: stale.')).toBeVisible()
  site.keepFromReading(false)
  await form.getByRole('button', { name: 'Save the details' }).click()
  await expect.element(row.getByText(/Red/)).toBeVisible()
  expect(site.kept()).toMatchObject({ nickname: 'Red', foodAllergies: 'Peanuts' })
  expect(site.sent.filter(({ name }) => name === 'booking.updateReservationByAdmin')).toHaveLength(3)
})

test('asks an admin about a field of a guest that another admin has changed too', async () => {
  const site = siteWith()
  await showPart(<EventPage />, site)
  await edit()
  await field('Nickname').fill('Red')
  await field('Address').fill('1 Mesa Road')
  site.change({ nickname: 'Rusty', foodAllergies: 'Peanuts' })
  await form.getByRole('button', { name: 'Save the details' }).click()
  const conflict = page.getByRole('dialog', { name: 'Someone else has changed this guest in the meantime' })
  const nickname = conflict.getByRole('group', { name: 'Nickname' })
  await expect.element(nickname.getByLabelText('Keep mine: Red')).toBeChecked()
  await nickname.getByLabelText('Use theirs: Rusty').click()
  await conflict.getByRole('button', { name: 'Save' }).click()
  await expect.element(row.getByText(/Rusty/)).toBeVisible()
  expect(site.kept()).toMatchObject({ nickname: 'Rusty', address: '1 Mesa Road', foodAllergies: 'Peanuts' })
})
