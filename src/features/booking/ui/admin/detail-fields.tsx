/** The inputs of a guest's details in an admin's forms, each by its kind. */
import { DETAIL_KINDS, type GuestDetail } from '#shared/guest-details.ts'
import { TextArea, TextField } from '#ui/field.tsx'
import type { ApiForm } from '#ui/use-api-form.ts'

interface DetailFieldsProps {
  names: readonly GuestDetail[]
  field: ApiForm<Record<GuestDetail, string>>['field']
}

export const DetailFields = ({ names, field }: DetailFieldsProps) =>
  names.map((name) =>
    DETAIL_KINDS[name] === 'lines' ? (
      <TextArea key={name} {...field(name)} rows={2} />
    ) : (
      <TextField key={name} {...field(name)} type={DETAIL_KINDS[name] === 'phone' ? 'tel' : 'text'} />
    ),
  )
