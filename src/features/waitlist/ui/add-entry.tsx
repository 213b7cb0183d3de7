/** An admin puts somebody on the waitlist who asked by telephone, say. */
import { ApiForm } from '#ui/api-form.tsx'
import { TextField } from '#ui/field.tsx'
import { useApiForm } from '#ui/use-api-form.ts'
import { newEntry } from '../contract/entries.ts'
import { addEntry } from '../contract/queue.ts'

interface AddEntryProps {
  eventId: number
  onAdded: (name: string) => void
}

export function AddEntry({ eventId, onAdded }: AddEntryProps) {
  const form = useApiForm(addEntry, {
    prefix: 'queue',
    schema: newEntry.omit({ eventId: true }),
    values: { customerName: '', email: '' },
    labels: { customerName: 'Full name', email: 'Email' },
    toInput: (person) => ({ body: { waitlistData: { ...person, eventId } } }),
    onDone: (_, { customerName }) => onAdded(customerName),
  })
  return (
    <ApiForm form={form} label="Add to the waitlist" does="Add">
      <p>They go to the end of the line at once, without an email to confirm the address.</p>
      <TextField {...form.field('customerName')} required autoComplete="off" />
      <TextField {...form.field('email')} type="email" required autoComplete="off" />
    </ApiForm>
  )
}
