/** The fields for the number of a check or bank transfer, and for an admin's note about it. */
import type { ComponentProps } from 'react'
import { TextField } from '#app/ui/field.tsx'

export const NOTE_LABELS = { reference: 'Check or transfer number', memo: 'Note' } as const

export function NoteFields(fields: Record<keyof typeof NOTE_LABELS, ComponentProps<typeof TextField>>) {
  return (
    <div className="book-pair">
      <TextField {...fields.reference} hint="If there is one, such as 1042." />
      <TextField {...fields.memo} hint="For your records, such as “left at the gate”." />
    </div>
  )
}
