/** Tests the top of a reservation's page: with whom a guest comes, where they sleep, and when they arrive. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import { stayMoney } from '#test/support/booking/stay-money.ts'
import { showPart } from '#test/support/app/show-part.tsx'
import { ReservationStatus } from './reservation-status.tsx'

const member = { status: 'confirmed', payer: false, waitsForMailbox: false }
const MEMBERS = [
  { ...member, id: 7, customerName: 'Ruth Vance', payer: true },
  { ...member, id: 8, customerName: 'Ben Hale' },
  { ...member, id: 9, customerName: 'Cleo Marsh', status: 'cancelled' },
]
const alone = {
  id: 7,
  customerName: 'Ruth Vance',
  email: 'ruth@example.test',
  phone: '505-555-0100',
  status: 'confirmed',
  purgedAt: null,
  party: null,
  room: null,
  arrival: null,
  invoices: [],
  totalDue: 90_000,
  totalPaid: 0,
  money: stayMoney(90_000),
  additionalInformationProvided: true,
  directionsViewedAt: null,
  createdAt: '2027-03-01T18:00:00Z',
  event: { urlName: 'star-week', hasEnded: false, cancelled: false },
} as unknown as AdminReservation
const here = { leftPavementAt: null, hereAt: null, hereBy: null, overdueAt: null }
const told = { day: '2027-05-06', time: '15:30', by: 'car' } as const

/** Shows the top of the page, and returns what stands next to each label. */
async function factsOf(changes: Partial<AdminReservation>) {
  const { unmount } = await showPart(<ReservationStatus stay={{ ...alone, ...changes }} />)
  const rows = [...document.querySelectorAll('.stay-facts > div')]
  const facts = Object.fromEntries(
    rows.map((row) => [row.querySelector('dt')?.textContent, row.querySelector('dd')?.textContent]),
  )
  const links = Object.fromEntries(
    rows.flatMap((row) =>
      [...row.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]),
    ),
  )
  await unmount()
  return { facts, links }
}

test('links a payer to each companion, and a companion to the payer and the others (R39.3)', async () => {
  const payer = await factsOf({ party: { payer: true, members: MEMBERS } as AdminReservation['party'] })
  expect(payer.facts['Party']).toBe('Pays for Ben Hale, Cleo Marsh (canceled)')
  expect(payer.links).toMatchObject({ 'Ben Hale': '/reservation/8', 'Cleo Marsh': '/reservation/9' })
  const companion = await factsOf({
    id: 8,
    party: { payer: false, members: MEMBERS } as AdminReservation['party'],
  })
  expect(companion.facts['Party']).toBe('Ruth Vance pays. With Cleo Marsh (canceled)')
  expect(companion.links).toMatchObject({ 'Ruth Vance': '/reservation/7', 'Cleo Marsh': '/reservation/9' })
})

test('says that a guest comes alone, has no room and gave no arrival time, and links to the rooms', async () => {
  const { facts, links } = await factsOf({ phone: null, email: '' })
  expect(facts).toEqual({
    Party: 'Comes alone',
    Room: 'None yet. Assign a room',
    Arrival: 'No time given yet',
    Phone: 'Not given yet',
    Email: 'No email address',
  })
  expect(links).toEqual({ 'Assign a room': '/event/star-week/rooms' })
})

test('shows the room, the arrival and the phone number of a guest', async () => {
  const { facts, links } = await factsOf({ room: 'Juniper, queen bed', arrival: { ...here, told } })
  expect(facts).toMatchObject({ Room: 'Juniper, queen bed', Arrival: 'Thu, May 6, 3:30 PM, by car' })
  expect(links).toMatchObject({
    'Juniper, queen bed': '/event/star-week/rooms',
    '505-555-0100': 'tel:+15055550100',
    'ruth@example.test': 'mailto:ruth@example.test',
  })
})

test('asks for no room and no arrival time of a guest who does not come, or whose retreat is over', async () => {
  const { event } = alone
  const known = { room: 'Juniper, queen bed', arrival: { ...here, told } }
  expect(Object.keys((await factsOf({ status: 'cancelled', ...known })).facts)).toEqual(['Phone', 'Email'])
  const over = { event: { ...event, hasEnded: true } }
  expect(Object.keys((await factsOf(over)).facts)).toEqual(['Party', 'Phone', 'Email'])
  const arrived = { ...here, told, hereAt: '2027-05-06T21:15:00Z' }
  expect((await factsOf({ ...over, room: 'Juniper, queen bed', arrival: arrived })).facts).toMatchObject({
    Room: 'Juniper, queen bed',
    Arrival: 'Arrived at 3:15 PM on Thu, May 6, 2027',
  })
})

test('shows nothing about a guest after the purge', async () => {
  expect((await factsOf({ purgedAt: '2027-08-01T00:00:00Z', customerName: '', email: '' })).facts).toEqual({})
  await expect.element(page.getByText('Food allergies')).not.toBeInTheDocument()
})
