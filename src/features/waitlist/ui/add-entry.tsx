/** An admin puts somebody on the waitlist who asked by telephone, say. */
import { ApiForm } from '#ui/api-form.tsx'
import { TextField } from '#ui/field.tsx'
import { useApiForm } from '#ui/use-api-form.ts'
import { z } from 'zod'
import { newEntryByHand } from '../contract/entries.ts'
import { addEntry } from '../contract/queue.ts'

/** Empty: the end of the line. */
const place = z
  .string()
  .trim()
  .refine((typed) => /^([1-9]\d{0,4})?$/.test(typed), 'Please enter a number such as 3, or leave it empty')
  .transform((typed) => (typed === '' ? null : Number(typed)))

const schema = newEntryByHand.omit({ eventId: true }).extend({ place })

interface AddEntryProps {
  eventId: number
  onAdded: (name: string) => void
}

export function AddEntry({ eventId, onAdded }: AddEntryProps) {
  const form = useApiForm(addEntry, {
    prefix: 'queue',
    schema,
    values: { customerName: '', phone: '', email: '', place: '' },
    labels: { customerName: 'Full name', phone: 'Phone', email: 'Email', place: 'Place in line' },
    toInput: (person) => ({ body: { waitlistData: { ...person, eventId } } }),
    onDone: (_, { customerName }) => onAdded(customerName),
  })
  return (
    <ApiForm form={form} label="Add to the waitlist" does="Add">
      <p>They are in line at once, without an email to confirm the address.</p>
      <TextField {...form.field('customerName')} required autoComplete="off" />
      <TextField {...form.field('phone')} type="tel" autoComplete="off" />
      <TextField
        {...form.field('email')}
        type="email"
        autoComplete="off"
        hint="Left empty: when a spot is offered to them, you find the link here and pass it on."
      />
      <TextField
        {...form.field('place')}
        inputMode="numeric"
        autoComplete="off"
        hint="Left empty: the end."
      />
    </ApiForm>
  )
}
