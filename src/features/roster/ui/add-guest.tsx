/** "Add New Reservation" (R11.11): somebody who rings up is booked in one form, with what they say and what they have paid. */
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { createReservationByAdmin } from '#features/booking/contract/admin.ts'
import { HAND_METHODS } from '#features/booking/contract/invoices.ts'
import { dollars } from '#features/booking/ui/admin/form-values.ts'
import { HAND_METHOD_LABELS } from '#features/booking/ui/admin/invoice-labels.ts'
import type { EventSummary } from '#features/events/contract/events.ts'
import { paymentSchedule } from '#features/events/rules.ts'
import { formatDay, formatDayRangeShort, ranchDay } from '#shared/days.ts'
import { clearableLine, clearableText, emailField, requiredLine } from '#shared/fields.ts'
import { centsOfDollars, formatMoney, MOST_CHARGE } from '#shared/money.ts'
import { Alert } from '#ui/alert.tsx'
import { ApiForm } from '#ui/api-form.tsx'
import { CheckField, TextArea, TextField } from '#ui/field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useApiForm } from '#ui/use-api-form.ts'
import sheet from './add-guest.css?url'

type Bookable = Pick<
  EventSummary,
  'id' | 'name' | 'startDateDate' | 'endDateDate' | 'cost' | 'spots' | 'reservedSpots'
>

/** Empty: what the event asks for. */
const optionalDollars = z.string().transform((typed, context) => {
  if (typed.trim() === '') return null
  const sum = dollars({ least: 0, tooLittle: 'Please enter $0.00 or more', most: MOST_CHARGE }).safeParse(
    typed,
  )
  if (sum.success) return sum.data
  for (const { message } of sum.error.issues) context.addIssue({ code: 'custom', message })
  return z.NEVER
})

const newGuest = z.object({
  /** Its place among the events to choose from: a list by their ids would lose their order. */
  event: z.string(),
  customerName: requiredLine(),
  email: emailField(),
  phone: clearableLine(50),
  foodAllergies: clearableText(),
  otherInformation: clearableText(),
  notes: clearableText(5000),
  totalDue: optionalDollars,
  amount: optionalDollars,
  /** Empty: it is still to be paid. */
  paymentMethod: z.enum(['', ...HAND_METHODS]).transform((method) => method || null),
  shouldSendEmail: z.boolean(),
})

const LABELS = {
  event: 'Event',
  customerName: 'Full name',
  email: 'Email',
  phone: 'Phone',
  foodAllergies: 'Food allergies and diet',
  otherInformation: 'What else they told you',
  notes: 'Notes for admins',
  totalDue: 'Price in dollars',
  amount: 'Deposit in dollars',
  paymentMethod: 'The deposit was paid',
}

interface AddGuestProps {
  /** The events to choose from; of one there is nothing to choose. */
  events: [Bookable, ...Bookable[]]
  onAdded: (name: string) => void
}

export function AddGuest({ events: given, onAdded }: AddGuestProps) {
  // The list that was shown when the form was opened.
  const [events] = useState(given)
  const chosenOf = (place: string): Bookable => events[Number(place)] ?? events[0]
  const form = useApiForm(createReservationByAdmin, {
    prefix: 'add',
    schema: newGuest,
    labels: LABELS,
    values: {
      event: '0',
      customerName: '',
      email: '',
      phone: '',
      foodAllergies: '',
      otherInformation: '',
      notes: '',
      totalDue: '',
      amount: '',
      paymentMethod: '' as z.input<typeof newGuest>['paymentMethod'],
      shouldSendEmail: true,
    },
    toInput: ({ event: place, ...guest }) => {
      const { id: eventId } = chosenOf(place)
      return { body: { createReservationData: { ...guest, eventId, allowOverbooking: full } } }
    },
    onDone: (_reply, guest) => onAdded(guest.customerName),
  })
  const { field } = form
  const [place, price] = useWatch({ control: form.form.control, name: ['event', 'totalDue'] })
  const event = chosenOf(place)
  const full: boolean = form.refusal?.code === 'event_full'
  const hints = moneyHints(event, price)
  return (
    <ApiForm
      form={full ? { ...form, refusal: null } : form}
      label="Add New Reservation"
      does={full ? 'Overbook' : 'Add'}
      className="add-guest"
    >
      <Stylesheet href={sheet} />
      {events.length > 1 && <SelectField {...field('event')} options={optionsOf(events)} required />}
      <div className="add-guest-pair">
        <TextField {...field('customerName')} required autoComplete="off" />
        <TextField {...field('email')} type="email" required autoComplete="off" />
        <TextField {...field('phone')} type="tel" autoComplete="off" />
        <TextField {...field('foodAllergies')} autoComplete="off" />
      </div>
      <div className="add-guest-pair">
        <TextArea {...field('otherInformation')} rows={2} />
        <TextArea {...field('notes')} rows={2} />
        <TextField {...field('totalDue')} inputMode="decimal" autoComplete="off" hint={hints.price} />
        <TextField {...field('amount')} inputMode="decimal" autoComplete="off" hint={hints.deposit} />
        <SelectField {...field('paymentMethod')} options={PAID} required />
      </div>
      <CheckField {...form.check('shouldSendEmail')}>Send an email with the private link</CheckField>
      {full && (
        <Alert tone="warn" title="No spaces left">
          <p>
            {event.reservedSpots} of {event.spots} spots are taken. Add one more guest anyway?
          </p>
        </Alert>
      )}
    </ApiForm>
  )
}

const PAID = { '': 'Not yet', ...HAND_METHOD_LABELS }

const optionsOf = (events: Bookable[]) => Object.fromEntries(events.map(eventWords).entries())

const eventWords = ({ name, startDateDate, endDateDate }: Bookable) =>
  `${name}, ${formatDayRangeShort(startDateDate, endDateDate)}`

/** What is asked for when nothing else is typed. */
function moneyHints(event: Bookable, typedPrice: string): { price: string; deposit: string } {
  const price = centsOfDollars(typedPrice) ?? Math.max(0, event.cost)
  const schedule = paymentSchedule({ ...event, cost: price }, ranchDay(new Date()))
  const rest =
    schedule.wholeNow || schedule.remainderDue === null
      ? ''
      : `, the rest by ${formatDay(schedule.remainderDue)}`
  return {
    price: `Left empty: ${formatMoney(Math.max(0, event.cost))}.`,
    deposit: `Left empty: ${formatMoney(schedule.dueNow)}${rest}.`,
  }
}
