/** Creates the columns of reservations and waitlist entries for tests. Encrypts personal data in them. */
import type { randomUUID } from 'node:crypto'
import type { ReservationStatus } from '#platform/database/schema/booking.ts'
import { type Sealer, sealRecord } from '#platform/sealing.ts'
import { eachField, GUEST_DETAILS, type SEALED_FIELDS } from '#shared/guest-details.ts'

interface BookedStay {
  status: ReservationStatus
  price: number
  signedUpAt?: Date
  holdExpiresAt?: Date | null
  /** Hash of the Terms of Stay that the guest agreed to when giving the final details. Null before that. */
  termsHash: string | null
  directionsViewedAt?: Date | null
  /** When the site deleted the guest's personal data. Null if it has not. */
  purgedAt?: Date | null
  guest: { customerName: string; email: string | null } & {
    [Field in (typeof SEALED_FIELDS)[number]]?: string | null
  }
}

type Uuid = ReturnType<typeof randomUUID>

const NO_DETAILS = eachField(GUEST_DETAILS, () => null)
const NOBODY = { customerName: null, email: null, emailHash: null, notes: null, ...NO_DETAILS }

/** Returns a reservation's columns without its id. Encrypts personal data in them. */
export function reservationColumns(
  sealer: Sealer,
  stay: BookedStay & { uuid: Uuid; attendeeToken: Uuid; eventId: number },
) {
  const { uuid, attendeeToken, eventId, status, price, signedUpAt, termsHash, purgedAt = null } = stay
  return {
    uuid,
    attendeeToken,
    eventId,
    status,
    holdExpiresAt: stay.holdExpiresAt ?? null,
    ...(purgedAt ? NOBODY : guestColumns(sealer, stay)),
    safetyConsent: termsHash !== null,
    photoConsent: termsHash !== null,
    consentTermsHash: termsHash,
    consentAt: termsHash === null ? null : (signedUpAt ?? new Date()),
    price,
    directionsViewedAt: stay.directionsViewedAt ?? null,
    purgedAt,
    ...(signedUpAt && { createdAt: signedUpAt, updatedAt: purgedAt ?? signedUpAt }),
  }
}

function guestColumns(sealer: Sealer, { uuid, guest, termsHash }: BookedStay & { uuid: Uuid }) {
  const { customerName, email, notes = null, ...details } = guest
  const known = { customerName, email, notes, ...NO_DETAILS, ...(termsHash === null ? {} : details) }
  return {
    ...sealRecord(sealer, { table: 'reservations', row: uuid }, known),
    emailHash: email === null ? null : sealer.lookup(email),
  }
}

interface Waiting {
  eventId: number
  uuid: Uuid
  guest: BookedStay['guest']
  createdAt: Date
  /** The entry's position on the waitlist. Null until the e-mail address is confirmed. */
  position: number | null
  purgedAt?: Date | null
}

export function waitlistColumns(sealer: Sealer, waiting: Waiting) {
  const { eventId, uuid, guest, createdAt, position, purgedAt = null } = waiting
  const { customerName, email } = guest
  const named = purgedAt
    ? { customerName: null, email: null, emailHash: null }
    : {
        ...sealRecord(sealer, { table: 'waitlist_entries', row: uuid }, { customerName, email }),
        emailHash: email === null ? null : sealer.lookup(email),
      }
  return {
    uuid,
    eventId,
    ...named,
    state: position === null ? ('unconfirmed' as const) : ('waiting' as const),
    position: position ?? 0,
    confirmedAt: position === null ? null : createdAt,
    purgedAt,
    createdAt,
  }
}
