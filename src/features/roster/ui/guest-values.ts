/** What an admin can change of a guest, as a form holds it, and what two people's changes make together. Pure. */
import { z } from 'zod'
import type { Call } from '#shared/client.ts'
import { centsOfDollars, plainDollars } from '#shared/money.ts'
import {
  type AdminReservation,
  getReservationByAdmin,
  reservationChanges,
  type ReservationChanges,
  updateReservationByAdmin,
} from '#features/booking/contract/admin.ts'

export const GUEST_LABELS = {
  customerName: 'Full name',
  nickname: 'Nickname',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  emergencyContactName: 'Emergency contact',
  emergencyContactPhone: 'Emergency contact’s phone',
  foodAllergies: 'Food allergies',
  medicalConditions: 'Medical conditions',
  otherInformation: 'Other information',
  notes: 'Notes',
  safetyConsent: 'Agreed to the Terms of Stay (safety waiver)',
  photoConsent: 'May be in photos',
  totalDue: 'Total due in dollars',
} as const satisfies Record<keyof ReservationChanges, string>
export type GuestField = keyof typeof GUEST_LABELS
const FIELDS = Object.keys(GUEST_LABELS) as GuestField[]

/** As the call takes them: cents, null for what is empty. */
export type GuestValues = Required<ReservationChanges>

const dollars = z.string().transform((typed, context) => {
  const sum = centsOfDollars(typed)
  if (sum !== null && sum >= 0) return sum
  context.addIssue({ code: 'custom', message: 'Please enter dollars, as in 1250.00' })
  return z.NEVER
})

/** The call's own rules, with dollars in place of cents. */
export const guestSchema = reservationChanges.required().extend({ totalDue: dollars })
export type GuestInput = z.input<typeof guestSchema>

export function valuesOf(guest: AdminReservation): GuestValues {
  return Object.fromEntries(FIELDS.map((field) => [field, guest[field]])) as unknown as GuestValues
}

/** The form's values of a guest. */
export function inputOf(values: GuestValues): GuestInput {
  return { ...values, ...textsOf(values), totalDue: plainDollars(values.totalDue) }
}

function textsOf(values: GuestValues) {
  const empty = Object.entries(values).filter(([, value]) => value === null)
  return Object.fromEntries(empty.map(([field]) => [field, '']))
}

/** The fields that are not as they were: only these are sent. */
export function changesOf(before: GuestValues, after: GuestValues): ReservationChanges {
  return Object.fromEntries(
    FIELDS.filter((field) => before[field] !== after[field]).map((field) => [field, after[field]]),
  )
}

/** The fields that both have changed, each to something else. */
export function conflictsOf(before: GuestValues, theirs: GuestValues, mine: GuestValues): GuestField[] {
  return FIELDS.filter(
    (field) =>
      theirs[field] !== before[field] && mine[field] !== before[field] && theirs[field] !== mine[field],
  )
}

/** Mine where I changed something, theirs everywhere else. */
export function mergeOf(before: GuestValues, theirs: GuestValues, mine: GuestValues): GuestValues {
  return { ...theirs, ...changesOf(before, mine) }
}

export type SaveOutcome =
  | { kind: 'saved'; guest: AdminReservation }
  /** Nothing was saved: the guest as somebody else has left it. */
  | { kind: 'stale'; theirs: AdminReservation }
  | { kind: 'failed'; message: string; fields: Record<string, string> }

export interface GuestChanges extends ReservationChanges {
  id: number
  /** The one that the changes were made of. */
  version: number
}

export async function saveGuest(call: Call, changes: GuestChanges): Promise<SaveOutcome> {
  const saved = await call(updateReservationByAdmin, { body: { updateReservationData: changes } })
  if (saved.ok) return { kind: 'saved', guest: saved.data.reservation }
  if (saved.code !== 'stale') return { kind: 'failed', message: saved.message, fields: saved.fields }
  const found = await call(getReservationByAdmin, { query: { id: changes.id } })
  if (!found.ok) return { kind: 'failed', message: saved.message, fields: {} }
  return { kind: 'stale', theirs: found.data }
}

interface NotesChange {
  id: number
  version: number
  /** The notes when the typing began. */
  before: string | null
  notes: string
}

/** Saves the notes alone: a change of anything else in the meantime does not stand in the way. */
export async function saveNotes(call: Call, { before, ...changes }: NotesChange): Promise<SaveOutcome> {
  const first = await saveGuest(call, changes)
  if (first.kind !== 'stale' || first.theirs.notes !== before) return first
  return saveGuest(call, { ...changes, version: first.theirs.version })
}
