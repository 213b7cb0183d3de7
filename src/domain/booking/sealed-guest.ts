/** Encrypts ("seals") a guest's details for one reservation row, and decrypts them (R18.1). */
import { randomUUID } from 'node:crypto'
import type { reservations } from '#platform/database/schema/booking.ts'
import { openColumns, openName, type Sealer, sealRecord } from '#platform/sealing.ts'
import { eachField, GUEST_DETAILS, pickFields, SEALED_FIELDS } from '#shared/guest-details.ts'
import type { ReservationChanges } from './contract/admin.ts'
import type { Reservation } from './contract/reservation.ts'
import type { FinalDetailsInput } from './contract/sign-up.ts'
import { isOfPerson, type Person, type SignUpOrder } from './domain/sign-up.ts'

type ReservationRow = typeof reservations.$inferSelect

/**
 * Details that a sign-up form sends. For a guest whom an admin signs up, some can be missing. Notes are not among
 * them, because only admins write notes.
 */
export type GuestDetailsInput = Pick<Reservation, keyof FinalDetailsInput | 'customerName' | 'email'>

/** A guest whom an admin signs up, or adds to the waitlist, may have no e-mail address (R30.7). */
type AnyGuestInput = Omit<GuestDetailsInput, 'email'> & { email: string | null; notes?: string | null }

/** Details of a guest whom another person signed up: no field is filled in, and no consent is given. */
export const EMPTY_GUEST_DETAILS = {
  ...eachField(GUEST_DETAILS, () => null),
  safetyConsent: false,
  photoConsent: false,
}

/** Returns whether a reservation belongs to the person with this name and mailbox (R44.1). */
export const isRowOf = (
  sealer: Sealer,
  row: Pick<ReservationRow, 'uuid' | 'customerName' | 'emailHash'>,
  { customerName, email }: Person,
): boolean =>
  isOfPerson(
    { customerName: openName(sealer, 'reservations', row), emailHash: row.emailHash },
    { customerName, emailHashes: email === null ? null : sealer.lookups(email) },
  )

/**
 * All personal columns of a reservation, set to null. A database constraint refuses a row that has both `purgedAt`
 * and a personal value.
 */
export const EMPTY_PERSON = eachField([...SEALED_FIELDS, 'emailHash'] as const, () => null)

/**
 * Returns nulls that overwrite a companion's details if the payer passed the private link on. The payer knows that
 * link too, so its page must not show what the companion entered (R39.4).
 */
export const hideIfLinkHandedOn = ({ linkHandedOn }: Pick<ReservationRow, 'linkHandedOn'>) =>
  linkHandedOn ? eachField(GUEST_DETAILS, () => null) : {}

/** Returns the guest columns of a new reservation, sealed for its uuid. */
export function sealGuest(sealer: Sealer, uuid: string, input: AnyGuestInput) {
  const person = pickFields({ ...input, notes: input.notes ?? null }, SEALED_FIELDS)
  return {
    ...sealRecord(sealer, { table: 'reservations', row: uuid }, person),
    emailHash: input.email === null ? null : sealer.lookup(input.email),
    safetyConsent: input.safetyConsent,
    photoConsent: input.photoConsent,
  }
}

export type SealedGuest = ReturnType<typeof sealGuest>

/**
 * Returns the sealed guest columns of everyone in a sign-up, the payer first. `uuids` has the uuids of reservations
 * that already exist.
 */
export function sealParty(
  sealer: Sealer,
  { guest, companions }: Pick<SignUpOrder, 'guest' | 'companions'>,
  uuids: readonly string[] = [],
): { uuid: string; guest: SealedGuest }[] {
  const others = companions.map(({ customerName, email }) => {
    return { ...EMPTY_GUEST_DETAILS, customerName, email }
  })
  return [guest, ...others].map((details, index) => {
    const uuid = uuids[index] ?? randomUUID()
    return { uuid, guest: sealGuest(sealer, uuid, details) }
  })
}

/**
 * Seals the admin's notes of a reservation again for a new uuid. A sealed value can only be opened with the uuid
 * for which it was sealed.
 */
export function sealNotesFor(sealer: Sealer, row: ReservationRow, uuid: string) {
  const noted = openColumns(sealer, 'reservations', row, 'notes')
  return sealRecord(sealer, { table: 'reservations', row: uuid }, noted).notes
}

/**
 * Decrypts the details of a reservation's guest, including the admin's notes. Throws if a sealed value was moved or
 * changed in the database (see `Sealer.open`).
 */
export function openGuestDetails(sealer: Sealer, row: ReservationRow) {
  const { safetyConsent, photoConsent } = row
  const opened = openColumns(sealer, 'reservations', row, ...SEALED_FIELDS)
  return { ...opened, safetyConsent, photoConsent } satisfies Record<
    Exclude<keyof ReservationChanges, 'totalDue'>,
    unknown
  >
}
