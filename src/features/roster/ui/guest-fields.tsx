import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { CheckField, TextArea, TextField } from '#ui/field.tsx'
import { GUEST_LABELS, type GuestField, type GuestInput } from './guest-values.ts'

interface GuestFieldsProps {
  register: UseFormRegister<GuestInput>
  errors: FieldErrors<GuestInput>
  /** Notes are changed elsewhere on the page. */
  notesApart: boolean
}

/** The fields of a guest. An admin fills them in about somebody else, so browsers offer nothing. */
export function GuestFields({ register, errors, notesApart }: GuestFieldsProps) {
  const bare = (name: GuestField) => ({
    id: `guest-${name}`,
    error: errors[name]?.message,
    autoComplete: 'off',
    ...register(name),
  })
  const field = (name: GuestField) => ({ ...bare(name), label: GUEST_LABELS[name] })
  return (
    <div className="guest-fields">
      <TextField {...field('customerName')} required />
      <TextField {...field('nickname')} />
      <TextField {...field('email')} type="email" required />
      <TextField {...field('phone')} type="tel" />
      <TextArea {...field('address')} rows={2} />
      <TextField {...field('totalDue')} inputMode="decimal" required hint="Invoices stay as they are." />
      <TextField {...field('emergencyContactName')} />
      <TextField {...field('emergencyContactPhone')} type="tel" />
      <TextArea {...field('foodAllergies')} rows={2} />
      <TextArea {...field('medicalConditions')} rows={2} />
      <TextArea {...field('otherInformation')} rows={2} />
      {!notesApart && <TextArea {...field('notes')} rows={2} hint="Guests never see these." />}
      <CheckField {...bare('safetyConsent')}>{GUEST_LABELS.safetyConsent}</CheckField>
      <CheckField {...bare('photoConsent')}>{GUEST_LABELS.photoConsent}</CheckField>
    </div>
  )
}
