/** "Add New Reservation" (R11.11): somebody who rings up is booked in one form, with what they say and what they have paid. */
import { useState } from 'react'
import { z } from 'zod'
import { createReservationByAdmin, toldDetails } from '#features/booking/contract/admin.ts'
import { HAND_METHODS } from '#features/booking/contract/invoices.ts'
import { paymentSchedule } from '#features/events/rules.ts'
import { ranchDay } from '#shared/days.ts'
import { clearableEmail, personName } from '#shared/fields.ts'
import { formatDay } from '#shared/format-days.ts'
import { eachField, GUEST_DETAILS, SEALED_FIELDS } from '#shared/guest-details.ts'
import { formatMoney, centsOfDollars } from '#shared/money.ts'
import { CheckField, DollarsField, SelectField, TextArea, TextField } from '#ui/field.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useApiForm } from '#ui/use-api-form.ts'
import {
  asksToOverbook,
  type Bookable,
  chosenEvent,
  eventOptions,
  fullWords,
  OverbookableForm,
} from './bookable-events.tsx'
import { OfferedChoices } from './choices-section.tsx'
import { optionalDollars } from './form-values.ts'
import { DetailFields, GUEST_LABELS } from './guest-fields.tsx'
import { HAND_METHOD_LABELS } from './money-labels.ts'
import sheet from './add-guest.css?url'
import { Text } from '#ui/text.tsx'

const newGuest = z.object({
  /** Its place among the events to choose from: a list by their ids would lose their order. */
  event: z.string(),
  customerName: personName(),
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
  ...GUEST_LABELS,
  event: 'Event',
  foodAllergies: 'Food allergies and diet',
  otherInformation: 'What else they told you',
  notes: 'Notes for admins',
  totalDue: 'Price in dollars',
  amount: 'Deposit in dollars',
  paymentMethod: 'The deposit was paid',
}

/** But for those that stand in sight from the first. */
const TOLD_LATER = GUEST_DETAILS.filter((name) => name !== 'phone' && name !== 'foodAllergies')

/** The choices at an event, and their price in cents. */
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

/** The form for admins: only a name is required, and sums left empty follow the event’s terms. Into a full event it asks once more. */
export function AddGuest({ events: given, onAdded }: AddGuestProps) {
  // The list that was shown when the form was opened.
  const [events] = useState(given)
  const [chosen, choose] = useState<ChosenAt>({ eventId: 0, options: [], price: 0 })
  const form = useApiForm(createReservationByAdmin, {
    prefix: 'add',
    schema: newGuest,
    labels: LABELS,
    values: {
      ...eachField(SEALED_FIELDS, () => ''),
      event: '0',
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
  const [place, price, free, email] = form.form.watch(['event', 'totalDue', 'free', 'email'])
  const event = chosenEvent(events, place)
  const full: boolean = asksToOverbook(form.refusal)
  const ofEvent = chosen.eventId === event.id ? chosen : { options: [], price: 0 }
  const hints = moneyHints({ ...event, cost: event.cost + ofEvent.price }, price)
  return (
    <OverbookableForm
      form={form}
      label="Add New Reservation"
      does="Add"
      className="add-guest"
      question={
        <Text>
          {form.refusal?.code === 'option_sold_out' ? form.refusal.message : fullWords(event)} Add one more
          guest anyway?
        </Text>
      }
    >
      <Stylesheet href={sheet} />
      {events.length > 1 && <SelectField {...field('event')} options={eventOptions(events)} required />}
      <div className="add-guest-pair">
        <TextField {...field('customerName')} required />
        <TextField {...field('phone')} type="tel" />
        <TextField
          {...field('email')}
          type="email"
          hint="Left empty: no emails are sent. You find the private link on the guest’s page."
        />
        <TextField {...field('foodAllergies')} />
      </div>
      {/* What is wrong in it has to be seen. */}
      <details className="add-guest-more" open={TOLD_LATER.some((name) => field(name).error) || undefined}>
        <summary>More that they tell you now</summary>
        <div className="add-guest-pair">
          <DetailFields names={TOLD_LATER} field={field} />
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
          <DollarsField {...field('totalDue')} hint={hints.price} />
          <DollarsField {...field('amount')} hint={hints.deposit} />
          <SelectField {...field('paymentMethod')} options={PAID} required />
        </div>
      )}
      {email !== '' && (
        <CheckField {...form.check('shouldSendEmail')}>Send an email with the private link</CheckField>
      )}
    </OverbookableForm>
  )
}

const PAID = { '': 'Not yet', ...HAND_METHOD_LABELS }

/** The hints with the sums that count when nothing is typed. */
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
