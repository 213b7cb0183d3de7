/** The fields of a guest that an admin can edit, with their labels and validation. */
import { z } from 'zod'
import {
  type AdminReservation,
  reservationChanges,
  type ReservationChanges,
} from '#domain/booking/contract/admin.ts'
import {
  eachField,
  GUEST_FIELD_LABELS,
  SEALED_FIELDS,
  DETAIL_KINDS,
  type GuestDetail,
} from '#shared/guest-details.ts'
import { MOST_CHARGE, plainDollars } from '#shared/money.ts'
import { TextArea, TextField } from '#app/ui/field.tsx'
import type { FormState } from '#app/ui/form.tsx'
import { dollars } from './form-values.ts'

export const GUEST_LABELS = {
  ...GUEST_FIELD_LABELS,
  notes: 'Notes',
  safetyConsent: 'Agreed to the Terms of Stay (safety waiver)',
  photoConsent: 'May be in photos',
  totalDue: 'Total due in dollars',
} as const satisfies Record<keyof ReservationChanges, string>

export const guestSchema = reservationChanges.required().extend({
  totalDue: dollars({ least: 0, tooLittle: 'Please enter $0.00 or more', most: MOST_CHARGE }),
})
export type GuestInput = z.input<typeof guestSchema>
export type GuestValues = z.output<typeof guestSchema>

export const inputOf = (guest: Pick<AdminReservation, keyof typeof GUEST_LABELS>): GuestInput => ({
  ...eachField(SEALED_FIELDS, (name) => guest[name] ?? ''),
  safetyConsent: guest.safetyConsent,
  photoConsent: guest.photoConsent,
  totalDue: plainDollars(guest.totalDue),
})

interface DetailFieldsProps {
  names: readonly GuestDetail[]
  field: FormState<Record<GuestDetail, string>>['field']
}

export const DetailFields = ({ names, field }: DetailFieldsProps) =>
  names.map((name) =>
    DETAIL_KINDS[name] === 'lines' ? (
      <TextArea key={name} {...field(name)} rows={2} />
    ) : (
      <TextField key={name} {...field(name)} type={DETAIL_KINDS[name] === 'phone' ? 'tel' : 'text'} />
    ),
  )
