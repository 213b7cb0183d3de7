/**
 * Asks a guest by e-mail to confirm a hold that needs no payment (R46.2). Also finds the spot that the same
 * guest may already have.
 */
import { enqueueLimitedEmail } from '#platform/limited-emails.ts'
import { createHash } from 'node:crypto'
import { retractOthers } from '#platform/email-queue.ts'
import type { Database, Transaction } from '#platform/database/database.ts'
import { openColumns, openName } from '#platform/sealing.ts'
import type { BookingDeps } from '../deps.ts'
import { mailboxHoldEnd, mailboxToken } from '../domain/mailbox.ts'
import { isSameName } from '../domain/sign-up.ts'
import { changeReservation, listParty, type ReservationRow } from '../store/reservations.ts'
import { listGuestNames } from '../store/sign-ups.ts'

/**
 * Enqueues the e-mail with the button that confirms a free hold, once for each hold and address. Returns false if
 * the mailbox has reached today's limit of e-mails. The caller holds the event's lock.
 */
export async function requestConfirmation(
  tx: Transaction,
  deps: BookingDeps,
  { row, email }: { row: Pick<ReservationRow, 'id' | 'uuid' | 'eventId'>; email: string },
): Promise<boolean> {
  const { id: reservationId, uuid, eventId } = row
  // The dedupe key is stored forever. So it contains only a hash, which reveals neither the address nor the token.
  const address = createHash('sha256').update(mailboxToken(deps.sealer, { uuid, email })).digest('base64url')
  const mail = {
    type: 'confirm-spots',
    reservationId,
    key: `confirm-spots:${reservationId}:${address}`,
  } as const
  const { emailId, skipped } = await enqueueLimitedEmail(tx, deps, {
    ...mail,
    email,
    eventId,
    actor: 'guest',
    now: deps.now(),
  })
  if (!skipped) await retractOthers(tx, { type: mail.type, reservationId, except: emailId })
  return !skipped
}

/**
 * Sets a hold and its party to wait for confirmation by e-mail, and returns their deadline. The caller holds the
 * locks of the event and the hold.
 */
export async function waitForMailbox(tx: Transaction, row: ReservationRow, now: Date): Promise<Date> {
  const holdExpiresAt = mailboxHoldEnd(row)
  const party = row.partyId === null ? [row] : await listParty(tx, row.partyId)
  for (const { id, status } of party)
    if (status === 'pending') await changeReservation(tx, id, { changes: { holdExpiresAt }, now })
  return holdExpiresAt
}

/**
 * Returns the confirmed reservation that a guest with this name and mailbox has at the event, or undefined.
 */
export async function findOwnSpot(
  db: Database,
  { sealer }: Pick<BookingDeps, 'sealer'>,
  { eventId, email, customerName }: { eventId: number; email: string; customerName: string },
): Promise<{ id: number; uuid: string } | undefined> {
  const emailHashes = sealer.lookups(email)
  const confirmed = await listGuestNames(db, { eventId, emailHashes })
  return confirmed.find((row) => {
    const name = openName(sealer, 'reservations', row)
    return name !== null && isSameName(name, customerName)
  })
}

/** Returns the name and e-mail address of a reservation's guest. Both are empty after the purge. */
export function guestOf({ sealer }: Pick<BookingDeps, 'sealer'>, row: ReservationRow) {
  const { customerName, email } = openColumns(sealer, 'reservations', row, 'customerName', 'email')
  return { eventId: row.eventId, customerName: customerName ?? '', email: email ?? '' }
}
