/**
 * Gives a reservation a new private link (R44.8). Afterwards, no link that was e-mailed to the guest's
 * earlier address works anymore.
 */
import { randomUUID } from 'node:crypto'
import type { Actor } from '#platform/audit.ts'
import type { Transaction } from '#platform/database/database.ts'
import { enqueueEmail, retractOthers } from '#platform/email-queue.ts'
import { openColumns, type Sealer, sealRecord } from '#platform/sealing.ts'
import { SEALED_FIELDS } from '#shared/guest-details.ts'
import type { BookingDeps } from '../deps.ts'
import { waitsForMailbox } from '../domain/mailbox.ts'
import { lockReservation, lockWithEvent } from '../store/locks.ts'
import {
  changeReservation,
  endReplacementLink,
  findOpenToken,
  findReplacing,
  findReservation,
  listLinksKnownTo,
  type ReservationRow,
} from '../store/reservations.ts'
import { findSignUpById } from '../store/sign-ups.ts'
import { auditReservation } from '../transitions.ts'
import { renewOfferLinks } from '../waitlist/store/offers.ts'
import { requestConfirmation } from './request-confirmation.ts'

interface Change {
  by: Actor
  now: Date
}

/**
 * Renews a guest's links for an admin, for example because the guest forwarded the private link by mistake.
 */
export async function renewLinksByAdmin(
  deps: BookingDeps,
  { id, version, by }: { id: number; version: number; by: Actor },
): Promise<'done' | 'not_found' | 'stale' | 'purged'> {
  return deps.db.transaction(async (tx) => {
    const row = await lockWithEvent(tx, id)
    if (typeof row === 'string') return row
    if (row.version !== version) return 'stale'
    const { email } = openColumns(deps.sealer, 'reservations', row, 'email')
    await renewLinks(tx, deps, { id, former: email, by, now: deps.now() })
    return 'done'
  })
}

/**
 * Renews a guest's private link and every other link that was e-mailed to the address `former`. E-mails the new
 * link to the guest's present address. The caller holds the locks of the event and the reservation, and has written
 * the new address.
 */
export async function renewLinks(
  tx: Transaction,
  deps: BookingDeps,
  { id, former, ...change }: Change & { id: number; former: string | null },
): Promise<void> {
  const { now } = change
  const row = await renewPrivateLink(tx, deps, { id, ...change })
  // The e-mails to a payer also contained the private links of companions without an address.
  for (const knownId of await listLinksKnownTo(tx, id)) {
    await lockReservation(tx, knownId)
    await renewPassedOnLink(tx, deps, { id: knownId, ...change })
  }
  // A guest who is booking the passed-on spot with this link was promised the spot. So the link must stay valid.
  if ((await findOpenToken(tx, id)) !== null && !(await findReplacing(tx, id))) {
    await endReplacementLink(tx, id, now)
    await auditReservation(tx, deps, { row, action: 'replacement.taken_back', ...change })
  }
  const { email } = openColumns(deps.sealer, 'reservations', row, 'email')
  const offered = { reservationId: id, from: former, to: email }
  const isOffered = await renewOfferLinks(tx, deps.sealer, offered)
  if (email !== null) await mailLink(tx, deps, { row, email, isOffered, now })
}

/**
 * Renews a companion's link that the payer got. E-mails the new link only if the companion has an address by now.
 * Otherwise the payer passes it on again.
 */
async function renewPassedOnLink(
  tx: Transaction,
  deps: BookingDeps,
  { id, ...change }: Change & { id: number },
): Promise<void> {
  const row = await renewPrivateLink(tx, deps, { id, ...change })
  const { email } = openColumns(deps.sealer, 'reservations', row, 'email')
  if (email !== null && row.status !== 'pending')
    await mailLink(tx, deps, { row, email, isOffered: false, now: change.now })
}

async function renewPrivateLink(
  tx: Transaction,
  deps: BookingDeps,
  { id, now, by }: Change & { id: number },
): Promise<ReservationRow> {
  const row = await readLocked(tx, id)
  await changeReservation(tx, id, { changes: newLinkOf(deps.sealer, row), now })
  await auditReservation(tx, deps, { row, action: 'reservation.linkRenewed', by, now })
  return readLocked(tx, id)
}

async function readLocked(tx: Transaction, id: number): Promise<ReservationRow> {
  const row = await findReservation(tx, id)
  if (!row) throw new Error('A locked reservation is gone')
  return row
}

/**
 * Returns the columns of a reservation with a new link. Sealed values are bound to the reservation's uuid, so they
 * are sealed again.
 */
function newLinkOf(sealer: Sealer, row: ReservationRow) {
  const uuid = randomUUID()
  const opened = openColumns(sealer, 'reservations', row, ...SEALED_FIELDS)
  const sealed = sealRecord(sealer, { table: 'reservations', row: uuid }, opened)
  return { ...sealed, uuid, attendeeToken: randomUUID() }
}

interface Mailed {
  row: ReservationRow
  email: string
  isOffered: boolean
  now: Date
}

/**
 * E-mails the one link that the guest needs now: the link to the waitlist offer, to the button that confirms spots,
 * or to the guest's page.
 */
async function mailLink(tx: Transaction, deps: BookingDeps, mailed: Mailed): Promise<void> {
  const { row, email, isOffered, now } = mailed
  const { id: reservationId, status, version } = row
  const isHeld = status === 'pending'
  if (isHeld && !isOffered) {
    const isDue = ((await findSignUpById(tx, reservationId))?.amount ?? 0) > 0
    // If the hold waits for a payment, the guest was e-mailed no link yet and needs no new one.
    if (waitsForMailbox(row, { isDue })) await requestConfirmation(tx, deps, { row, email })
    return
  }
  if (!isHeld && status !== 'confirmed' && status !== 'cancelled') return
  const type = isHeld ? 'waitlist-offer' : 'new-link'
  const mail = { type, reservationId, key: `${type}:${reservationId}:${version}`, now } as const
  const { emailId } = await enqueueEmail(tx, mail)
  // A queued e-mail reads the newest address and link only when it is sent. So one queued e-mail is enough.
  await retractOthers(tx, { type, reservationId, except: emailId })
}
