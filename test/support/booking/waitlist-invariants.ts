/**
 * Checks a waitlist before and after a step: the order of the entries, at most one offer per entry, and no
 * more spots than exist.
 */
import type { reservations } from '#platform/database/schema/booking.ts'
import type { waitlistOffers } from '#platform/database/schema/waitlist.ts'
import { nextOnWaitlist, spotsWanted } from '#domain/booking/waitlist/rules.ts'
import type { EntryRow } from '#domain/booking/waitlist/store/entries.ts'

export interface Moment {
  spots: number
  taken: number
  /**
   * The number of held spots. An offer holds each of them, because in these tests nobody signs up by the
   * form.
   */
  held: number
  stopped: boolean
  /** The event's waitlist entries, in the order of their positions. */
  entries: EntryRow[]
  offers: {
    offer: typeof waitlistOffers.$inferSelect
    status: (typeof reservations.$inferSelect)['status'] | null
    /** The number of spots that this offer holds. */
    held: number
  }[]
  mails: { reservationId: number | null }[]
}

interface Step {
  before: Moment
  between: Moment
  after: Moment
  /**
   * Hash of the e-mail address of the guest whom an admin signed up in this step, even if the event was full.
   * Null if the admin signed nobody up.
   */
  signedUp: string | null
}

export function brokenBetween({ before, between, after, signedUp }: Step): string[] {
  const broken: string[] = []
  const most = Math.max(after.spots, before.taken + (signedUp === null ? 0 : 1))
  for (const { id, state, emailHash } of after.entries)
    if (emailHash === signedUp && signedUp !== null && ['waiting', 'offered'].includes(state))
      broken.push(`entry ${id} is ${state} although its guest was signed up`)
  if (after.taken > most) broken.push(`${after.taken} spots are taken, of ${after.spots}`)
  const offered = spotsWanted(after.entries.filter(({ state }) => state === 'offered'))
  if (after.held !== offered) broken.push(`${after.held} spots are held, and ${offered} are offered`)
  for (const { offer, status, held } of after.offers) {
    const wanted = after.entries.find(({ id }) => id === offer.entryId)?.size
    if (held !== (offer.state === 'open' ? wanted : 0))
      broken.push(`offer ${offer.id} of ${wanted} spots is ${offer.state}, holds ${held} and is ${status}`)
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
  const left = after.spots - after.taken
  for (const { id, size } of after.stopped ? [] : nextOnWaitlist(waiting, left))
    broken.push(`entry ${id} waits for ${size} although ${left} spots are free`)
  return [...broken, ...outOfTurn(between, after)]
}

/**
 * Returns an error for each wrong offer. An offer is wrong if its waitlist entry was not waiting. It is also
 * wrong if an earlier entry that wants at most as many spots still waits.
 */
function outOfTurn(between: Moment, after: Moment): string[] {
  const known = new Set(between.offers.map(({ offer }) => offer.id))
  const made = new Set(after.offers.flatMap(({ offer }) => (known.has(offer.id) ? [] : [offer.entryId])))
  const line = between.entries.filter(({ state }) => state === 'waiting')
  const waits = new Set(after.entries.flatMap(({ id, state }) => (state === 'waiting' ? [id] : [])))
  const order = line.map(({ id, size }) => `${id} (${size})`).join(', ')
  return [...made].flatMap((entryId) => {
    const at = line.findIndex(({ id }) => id === entryId)
    const passed = line.slice(0, at).find(({ id, size }) => waits.has(id) && size <= (line[at]?.size ?? 0))
    if (at >= 0 && !passed) return []
    return [`entry ${entryId} was offered spots out of turn; the line was ${order}`]
  })
}
