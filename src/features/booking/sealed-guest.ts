/** A guest's details: sealed for the row of one reservation, and opened from it (R18.1). */
import { randomUUID } from 'node:crypto'
import type { reservations } from '#platform/database/schema/booking.ts'
import { openColumns, openName, type Sealer, sealRecord } from '#platform/sealing.ts'
import { eachField, GUEST_DETAILS, pickFields, SEALED_FIELDS } from '#shared/guest-details.ts'
import type { ReservationChanges } from './contract/admin.ts'
import type { Reservation } from './contract/reservation.ts'
import type { FinalDetailsInput } from './contract/sign-up.ts'
import { isOfPerson, type Person, type SignUpOrder } from './domain/sign-up.ts'

type ReservationRow = typeof reservations.$inferSelect

/** A form brings all that is required; whom an admin signs up tells the rest later. Notes are an admin's alone. */
export type GuestDetailsInput = Pick<Reservation, keyof FinalDetailsInput | 'customerName' | 'email'>

/** A guest whom an admin has signed up, or put on the waitlist, may have no address (R30.7). */
type AnyGuestInput = Omit<GuestDetailsInput, 'email'> & { email: string | null; notes?: string | null }

/** Of somebody who was signed up by others: no details yet, and no consent. */
export const EMPTY_GUEST_DETAILS = {
  ...eachField(GUEST_DETAILS, () => null),
  safetyConsent: false,
  photoConsent: false,
}

/** Whether a reservation belongs to this person (R44.1). */
export const isRowOf = (
  sealer: Sealer,
  row: Pick<ReservationRow, 'uuid' | 'customerName' | 'emailHash'>,
  { customerName, email }: Person,
): boolean =>
  isOfPerson(
    { customerName: openName(sealer, 'reservations', row), emailHash: row.emailHash },
    { customerName, emailHashes: email === null ? null : sealer.lookups(email) },
  )

/** Every personal column of a row; the database itself refuses `purgedAt` beside any of them. */
export const EMPTY_PERSON = eachField([...SEALED_FIELDS, 'emailHash'] as const, () => null)

/** The details that were told by a link that somebody else has handed on are not shown by it again (R39.4); that they were told is. */
export const hiddenOf = ({ linkHandedOn }: Pick<ReservationRow, 'linkHandedOn'>) =>
  linkHandedOn ? eachField(GUEST_DETAILS, () => null) : {}

/** The columns of a new reservation. */
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

/** The columns of all who sign up together, the payer first. `uuids`: of the rows that some of them have already. */
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

/** A row's notes, sealed again for the uuid that the row is given. */
export function sealNotesFor(sealer: Sealer, row: ReservationRow, uuid: string) {
  const noted = openColumns(sealer, 'reservations', row, 'notes')
  return sealRecord(sealer, { table: 'reservations', row: uuid }, noted).notes
}

/** Opens what a row says of a guest, an admin's notes too; throws when a value was moved or changed (see `Sealer.open`). */
export function openGuestDetails(sealer: Sealer, row: ReservationRow) {
  const { safetyConsent, photoConsent } = row
  const opened = openColumns(sealer, 'reservations', row, ...SEALED_FIELDS)
  return { ...opened, safetyConsent, photoConsent } satisfies Record<
    Exclude<keyof ReservationChanges, 'totalDue'>,
    unknown
  >
}
