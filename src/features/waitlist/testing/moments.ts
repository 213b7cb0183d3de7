/** What must hold between two moments of a waitlist: in line, once each, never more spots than there are. Pure. */
import type { reservations } from '#platform/database/schema/booking.ts'
import type { waitlistOffers } from '#platform/database/schema/waitlist.ts'
import type { EntryRow } from '../store/entries.ts'

export interface Moment {
  spots: number
  taken: number
  /** Reservations that hold a spot, of offers alone: nobody signs up by the form in these histories. */
  held: number
  stopped: boolean
  /** The entries in the order of the waitlist. */
  entries: EntryRow[]
  offers: {
    offer: typeof waitlistOffers.$inferSelect
    status: (typeof reservations.$inferSelect)['status'] | null
  }[]
  /** The e-mails about offers. */
  mails: { reservationId: number | null }[]
}

interface Step {
  before: Moment
  /** After somebody's step. */
  between: Moment
  /** The site has done what was due. */
  after: Moment
  /** Whom an admin has signed up in this step, full or not: the hash of the address. */
  signedUp: string | null
}

export function brokenBetween({ before, between, after, signedUp }: Step): string[] {
  const broken: string[] = []
  const most = Math.max(after.spots, before.taken + (signedUp === null ? 0 : 1))
  for (const { id, state, emailHash } of after.entries)
    if (emailHash === signedUp && signedUp !== null && ['waiting', 'offered'].includes(state))
      broken.push(`entry ${id} is ${state} although its guest was signed up`)
  if (after.taken > most) broken.push(`${after.taken} spots are taken, of ${after.spots}`)
  const open = after.offers.filter(({ offer }) => offer.state === 'open').length
  if (after.held !== open) broken.push(`${after.held} spots are held for ${open} open offers`)
  for (const { offer, status } of after.offers) {
    const held = status === 'pending'
    if ((offer.state === 'open') !== held)
      broken.push(`offer ${offer.id} is ${offer.state}, its spot ${status}`)
    const mails = after.mails.filter(({ reservationId }) => reservationId === offer.reservationId)
    if (offer.reservationId !== null && mails.length !== 1)
      broken.push(`offer ${offer.id} has ${mails.length} mails`)
  }
  for (const { id, state } of after.entries) {
    const open = after.offers.filter(({ offer }) => offer.entryId === id && offer.state === 'open').length
    if (open !== (state === 'offered' ? 1 : 0))
      broken.push(`entry ${id} is ${state} with ${open} open offers`)
  }
  const unconfirmed = new Set(
    after.entries.filter(({ confirmedAt }) => confirmedAt === null).map(({ id }) => id),
  )
  for (const { offer } of after.offers)
    if (unconfirmed.has(offer.entryId)) broken.push(`entry ${offer.entryId} was offered a spot unconfirmed`)
  const waiting = after.entries.filter(({ state }) => state === 'waiting')
  if (!after.stopped && waiting.length > 0 && after.taken < after.spots)
    broken.push(`${waiting.length} wait although ${after.spots - after.taken} spots are free`)
  return [...broken, ...outOfTurn(between, after)]
}

/** The job offers to the first of those who waited, in their order. */
function outOfTurn(between: Moment, after: Moment): string[] {
  const known = new Set(between.offers.map(({ offer }) => offer.id))
  const made = after.offers.filter(({ offer }) => !known.has(offer.id))
  const line = between.entries.filter(({ state }) => state === 'waiting').map(({ id }) => id)
  const first = new Set(line.slice(0, made.length))
  return made
    .filter(({ offer }) => !first.has(offer.entryId))
    .map(
      ({ offer }) => `entry ${offer.entryId} was offered a spot out of turn; the line was ${line.join(', ')}`,
    )
}
