/** "Add New Reservation" (R11.11): somebody who rings up is booked in one form, with what they say and what they have paid. */
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { createReservationByAdmin, toldDetails } from '#features/booking/contract/admin.ts'
import { HAND_METHODS } from '#features/booking/contract/invoices.ts'
import { type Bookable, chosenEvent, eventOptions } from '#features/booking/ui/admin/bookable-events.tsx'
import { OfferedChoices } from '#features/booking/ui/admin/choices-section.tsx'
import { optionalDollars } from '#features/booking/ui/admin/form-values.ts'
import { HAND_METHOD_LABELS } from '#features/booking/ui/admin/invoice-labels.ts'
import { paymentSchedule } from '#features/events/rules.ts'
import { formatDay, ranchDay } from '#shared/days.ts'
import { clearableEmail, requiredLine } from '#shared/fields.ts'
import { centsOfDollars, formatMoney } from '#shared/money.ts'
import { Alert } from '#ui/alert.tsx'
import { ApiForm } from '#ui/api-form.tsx'
import { CheckField, SelectField, TextArea, TextField } from '#ui/field.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useApiForm } from '#ui/use-api-form.ts'
import sheet from './add-guest.css?url'

const newGuest = z.object({
  /** Its place among the events to choose from: a list by their ids would lose their order. */
  event: z.string(),
  customerName: requiredLine(),
  email: clearableEmail(),
  ...toldDetails.required().shape,
  /** Staff, guests of the house: they pay nothing. */
  free: z.boolean(),
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
  nickname: 'Nickname',
  address: 'Address',
  emergencyContactName: 'Emergency contact',
  emergencyContactPhone: 'Emergency phone',
  medicalConditions: 'Medical conditions',
  otherInformation: 'What else they told you',
  notes: 'Notes for admins',
  totalDue: 'Price in dollars',
  amount: 'Deposit in dollars',
  paymentMethod: 'The deposit was paid',
}

/** What is chosen of what an event offers, and what it costs. */
interface ChosenAt {
  eventId: number
  options: number[]
  price: number
}

interface AddGuestProps {
  /** The events to choose from; of one there is nothing to choose. */
  events: [Bookable, ...Bookable[]]
  onAdded: (name: string) => void
}

export function AddGuest({ events: given, onAdded }: AddGuestProps) {
  // The list that was shown when the form was opened.
  const [events] = useState(given)
  const [chosen, choose] = useState<ChosenAt>({ eventId: 0, options: [], price: 0 })
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
      nickname: '',
      address: '',
      emergencyContactName: '',
      emergencyContactPhone: '',
      medicalConditions: '',
      otherInformation: '',
      notes: '',
      free: false,
      totalDue: '',
      amount: '',
      paymentMethod: '' as z.input<typeof newGuest>['paymentMethod'],
      shouldSendEmail: true,
    },
    toInput: ({ event: place, free, ...guest }) => {
      const { id: eventId } = chosenEvent(events, place)
      const asked = free ? { ...guest, totalDue: 0, amount: 0, paymentMethod: null } : guest
      const options = chosen.eventId === eventId ? chosen.options : []
      return { body: { createReservationData: { ...asked, options, eventId, allowOverbooking: full } } }
    },
    onDone: (_reply, guest) => onAdded(guest.customerName),
  })
  const { field } = form
  const [place, price, free, email] = useWatch({
    control: form.form.control,
    name: ['event', 'totalDue', 'free', 'email'],
  })
  const event = chosenEvent(events, place)
  const refusedFor = form.refusal?.code
  const full: boolean = refusedFor === 'event_full' || refusedFor === 'option_sold_out'
  const ofEvent = chosen.eventId === event.id ? chosen : { options: [], price: 0 }
  const hints = moneyHints({ ...event, cost: event.cost + ofEvent.price }, price)
  return (
    <ApiForm
      form={full ? { ...form, refusal: null } : form}
      label="Add New Reservation"
      does={full ? 'Overbook' : 'Add'}
      className="add-guest"
    >
      <Stylesheet href={sheet} />
      {events.length > 1 && <SelectField {...field('event')} options={eventOptions(events)} required />}
      <div className="add-guest-pair">
        <TextField {...field('customerName')} required autoComplete="off" />
        <TextField {...field('phone')} type="tel" autoComplete="off" />
        <TextField
          {...field('email')}
          type="email"
          autoComplete="off"
          hint="Left empty: no emails are sent. You find the private link on the guest’s page."
        />
        <TextField {...field('foodAllergies')} autoComplete="off" />
      </div>
      {/* What is wrong in it has to be seen. */}
      <details className="add-guest-more" open={TOLD_LATER.some((name) => field(name).error) || undefined}>
        <summary>More that they tell you now</summary>
        <div className="add-guest-pair">
          <TextField {...field('nickname')} autoComplete="off" />
          <TextArea {...field('address')} rows={2} />
          <TextField {...field('emergencyContactName')} autoComplete="off" />
          <TextField {...field('emergencyContactPhone')} type="tel" autoComplete="off" />
          <TextArea {...field('medicalConditions')} rows={2} />
          <TextArea {...field('otherInformation')} rows={2} />
        </div>
      </details>
      <OfferedChoices
        event={event}
        picked={ofEvent.options}
        onPick={(options, priceOfThem) => choose({ eventId: event.id, options, price: priceOfThem })}
      />
      <TextArea {...field('notes')} rows={2} />
      <CheckField {...form.check('free')}>Free of charge, for staff or a guest of the house</CheckField>
      {!free && (
        <div className="add-guest-pair">
          <TextField {...field('totalDue')} inputMode="decimal" autoComplete="off" hint={hints.price} />
          <TextField {...field('amount')} inputMode="decimal" autoComplete="off" hint={hints.deposit} />
          <SelectField {...field('paymentMethod')} options={PAID} required />
        </div>
      )}
      {email !== '' && (
        <CheckField {...form.check('shouldSendEmail')}>Send an email with the private link</CheckField>
      )}
      {full && (
        <Alert tone="warn" title={refusedFor === 'option_sold_out' ? 'Sold out' : 'No spaces left'}>
          <p>
            {refusedFor === 'option_sold_out'
              ? form.refusal?.message
              : `${event.reservedSpots} of ${event.spots} spots are taken.`}{' '}
            Add one more guest anyway?
          </p>
        </Alert>
      )}
    </ApiForm>
  )
}

const TOLD_LATER = [
  'nickname',
  'address',
  'emergencyContactName',
  'emergencyContactPhone',
  'medicalConditions',
  'otherInformation',
] as const

const PAID = { '': 'Not yet', ...HAND_METHOD_LABELS }

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
