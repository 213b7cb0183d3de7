/** What an admin can change of a guest, as a form holds it. Pure. */
import { z } from 'zod'
import type { Call, Failed } from '#shared/client.ts'
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
  emergencyContactPhone: 'Emergency phone',
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
  const values = Object.fromEntries(FIELDS.map((field) => [field, guest[field]])) as unknown as GuestValues
  // Shown as empty text where there is none.
  return { ...values, email: guest.email || null }
}

/** The form's values of a guest. */
export function inputOf(values: GuestValues): GuestInput {
  return { ...values, ...textsOf(values), totalDue: plainDollars(values.totalDue) }
}

function textsOf(values: GuestValues) {
  const empty = Object.entries(values).filter(([, value]) => value === null)
  return Object.fromEntries(empty.map(([field]) => [field, '']))
}

interface NotesChange {
  id: number
  /** The version that the notes were read of. */
  version: number
  notes: string
  /** The notes when the typing began; empty: none. */
  seen: string
}

export type SavedNotes =
  | { ok: true; guest: AdminReservation }
  /** Nothing was saved: the guest as somebody else has left it. */
  | { ok: false; code: 'stale'; message: string; theirs: AdminReservation }
  | Failed

/** Saves the notes alone: a change of anything else in the meantime does not stand in the way. */
export async function saveNotes(call: Call, { seen, ...changes }: NotesChange): Promise<SavedNotes> {
  const first = await save(call, changes)
  if (first.ok || first.code !== 'stale') return first
  const found = await call(getReservationByAdmin, { query: { id: changes.id } })
  if (!found.ok) return found
  const theirs = found.data
  if ((theirs.notes ?? '') === seen) return save(call, { ...changes, version: theirs.version })
  return { ok: false, code: 'stale', message: first.message, theirs }
}

async function save(call: Call, changes: Omit<NotesChange, 'seen'>): Promise<SavedNotes> {
  const saved = await call(updateReservationByAdmin, { body: { updateReservationData: changes } })
  if (saved.ok) return { ok: true, guest: saved.data.reservation }
  return { ...saved, message: saved.fields['notes'] ?? saved.message }
}
