/**
 * Checks that attempt keys, holds and private links stay with their guests (R44). Also checks parties, and guests
 * who take over a spot, if they pay nothing: their spots wait until they confirm their e-mail address (R46).
 */
import { openName } from '#platform/sealing.ts'
import { mailsTo } from '../support/booking/mailbox.ts'
import type { ReservationRow, Snapshot } from './snapshot.ts'
import { PEOPLE } from './operations.ts'
import { addressOf, correctedOf, type GuestIdentity, type HistoryState } from './history-state.ts'

interface Step {
  before: Snapshot
  after: Snapshot
  state: HistoryState
}

const nameOf = ({ site }: HistoryState, row: ReservationRow) =>
  openName(site.app.services.sealer, 'reservations', row)

function isOf(state: HistoryState, row: ReservationRow, { customerName, email }: GuestIdentity): boolean {
  const { sealer } = state.site.app.services
  return nameOf(state, row) === customerName && sealer.lookups(email).includes(row.emailHash ?? '')
}

/**
 * Checks that a private link shows only the guest who received it. Another guest may appear in three cases:
 * the guest filled in an unpaid offer, replaced a companion, or an admin changed the guest.
 */
export const linksStayWithTheirGuests = ({ before, after, state }: Step): string[] => [
  ...after.reservations.flatMap((row) => {
    const holder = state.linkOwners.get(row.uuid)
    if (!holder || row.purgedAt !== null || isOf(state, row, holder)) return []
    return [
      `the link of ${holder.customerName} (${holder.email}) opens another guest's reservation ${row.id}`,
    ]
  }),
  ...before.reservations.flatMap((old) => {
    const row = after.reservations.find(({ id }) => id === old.id)
    if (!row || row.uuid === old.uuid) return []
    const isCompanion = old.partyId !== null && old.partyId !== old.id
    const isOffered = after.offers.some(({ reservationId }) => reservationId === old.id)
    const isByAdmin = after.auditRows.some(
      ({ action, reservationId }) => action === 'reservation.linkRenewed' && reservationId === old.id,
    )
    const mayChange = isByAdmin || (old.status === 'pending' && (isCompanion || isOffered))
    return mayChange ? [] : [`reservation ${old.id} has another private link`]
  }),
]

/**
 * Checks parties, and guests who take over a spot, if they pay nothing. The site may confirm them only after
 * a confirmation by e-mail, or by an e-mailed offer.
 */
export const freePartiesWait = ({ before, after, state }: Step): string[] =>
  after.reservations.flatMap((row) => {
    const old = before.reservations.find(({ id }) => id === row.id)
    const isNew = row.status === 'confirmed' && (!old || old.status === 'pending')
    const others = row.partyId === row.id || row.replacesId !== null
    if (!isNew || !others || row.price > 0) return []
    const isOffered = after.offers.some(({ reservationId }) => reservationId === row.id)
    const byAdmin = state.byHand.has(row.id) || state.regrouped.has(row.id)
    return isOffered || byAdmin || state.answered.has(row.uuid)
      ? []
      : [`reservation ${row.id} is confirmed free of charge before its mailbox answered`]
  })

/**
 * Returns the private links that work now, each with the hashes of the e-mail addresses to which the site may
 * send it.
 */
function openLinks({ reservations, offers, entries }: Snapshot) {
  const own = reservations.flatMap((row) => {
    const { id, eventId, emailHash, purgedAt } = row
    if (purgedAt !== null) return []
    // A companion without an e-mail address gets the private link from the payer, or from an earlier payer of
    // the party.
    const payers = reservations.flatMap((one) => (one.eventId === eventId ? (one.emailHash ?? []) : []))
    const hashes = emailHash === null ? payers : [emailHash]
    return [row.uuid, row.attendeeToken].map((token) => ({ token, hashes, of: `reservation ${id}` }))
  })
  const waiting = entries.flatMap(({ id, uuid, emailHash, purgedAt }) => {
    const made = offers.filter(({ entryId }) => entryId === id)
    // Before a guest fills in the form of a waitlist offer, the held spot has the address of the waitlist
    // entry.
    const held = reservations.findLast(
      (row) => row.consentAt === null && made.some(({ reservationId }) => reservationId === row.id),
    )
    const hash = held ? held.emailHash : emailHash
    if (hash === null || purgedAt !== null) return []
    const tokens = [uuid, ...made.flatMap(({ state, token }) => (state === 'open' ? token : []))]
    return tokens.map((token) => ({ token, hashes: [hash], of: `waitlist entry ${id}` }))
  })
  return [...own, ...waiting]
}

/**
 * Returns sent e-mails with a private link that still works, although the link's guest now has another
 * address (R44.8).
 */
export async function mailsToOthers(state: HistoryState, now: Snapshot): Promise<string[]> {
  const { app } = state.site
  const mails = await mailsTo({ request: app.request, runJobs: async () => {} }, '@')
  const addresses = PEOPLE.flatMap((who) => [addressOf(who), correctedOf(addressOf(who))])
  const links = openLinks(now)
  return mails.flatMap(({ to, subject, text }) => {
    const email = addresses.find((address) => to.includes(address))
    if (email === undefined) return []
    const theirs = app.services.sealer.lookups(email)
    return links.flatMap(({ token, hashes, of }) => {
      if (!text.includes(token) || hashes.some((hash) => theirs.includes(hash))) return []
      return [`${email} is e-mailed the link of ${of}, which is another guest's: ${subject}`]
    })
  })
}
