/**
 * The admin's forms for waitlist entries. One adds an entry, for example after a phone call, and the other
 * changes an entry's number of spots.
 */
import { z } from 'zod'
import { MOST_IN_PARTY } from '#domain/booking/domain/party.ts'
import { ApiForm, useApiForm } from '#app/ui/form.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { newEntryByHand, wantedTyped, type WaitlistEntry } from '#domain/booking/waitlist/contract/entries.ts'
import { addEntry, resizeEntry } from '#domain/booking/waitlist/contract/admin.ts'

/** The position of the new entry on the waitlist. An empty field means the end of the waitlist. */
const place = z
  .string()
  .trim()
  .refine((typed) => /^([1-9]\d{0,4})?$/.test(typed), 'Please enter a number such as 3, or leave it empty')
  .transform((typed) => (typed === '' ? null : Number(typed)))

const schema = newEntryByHand.omit({ eventId: true }).extend({ place, size: wantedTyped() })

const SIZES = Object.fromEntries(
  Array.from({ length: MOST_IN_PARTY }, (_, nth) => [nth + 1, String(nth + 1)]),
)

export function AddEntry({ eventId, onAdded }: { eventId: number; onAdded: (name: string) => void }) {
  const form = useApiForm(addEntry, {
    prefix: 'queue',
    schema,
    values: { customerName: '', phone: '', email: '', size: '1', place: '' },
    labels: {
      customerName: 'Full name',
      phone: 'Phone',
      email: 'Email',
      size: 'Spots',
      place: 'Place on the waitlist',
    },
    toInput: (person) => ({ body: { waitlistData: { ...person, eventId } } }),
    onDone: (_, { customerName }) => onAdded(customerName),
  })
  return (
    <ApiForm form={form} label="Add to the waitlist" does="Add this person">
      <p>This person joins the waitlist immediately and gets no email to confirm their address.</p>
      <TextField {...form.field('customerName')} required />
      <TextField {...form.field('phone')} type="tel" />
      <TextField
        {...form.field('email')}
        type="email"
        hint="If empty: when we offer them a spot, you find the link here and pass it on."
      />
      <SelectField {...form.field('size')} required options={SIZES} />
      <TextField {...form.field('place')} inputMode="numeric" hint="If empty: at the end." />
    </ApiForm>
  )
}

export function ResizeEntry({ entry: { id, size }, onDone }: { entry: WaitlistEntry; onDone: () => void }) {
  const form = useApiForm(resizeEntry, {
    prefix: 'queue-size',
    schema: z.object({ size: wantedTyped() }),
    values: { size: String(size) },
    labels: { size: 'Spots' },
    toInput: (wanted) => ({ body: { id, ...wanted } }),
    onDone,
  })
  return (
    <ApiForm form={form} label="Spots" does="Save the spots">
      <SelectField
        {...form.field('size')}
        required
        options={SIZES}
        hint="We offer the spots together, once that many are free. They keep their place on the waitlist."
      />
    </ApiForm>
  )
}
