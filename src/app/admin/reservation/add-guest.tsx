/** The "Add New Reservation" form, with which an admin signs up a guest who calls the ranch (R11.11). */
import { useState } from 'react'
import { z } from 'zod'
import { createReservationByAdmin, toldDetails } from '#domain/booking/contract/admin.ts'
import { HAND_METHODS, memoText, referenceText } from '#domain/booking/contract/invoices.ts'
import { paymentSchedule } from '#domain/events/rules.ts'
import { ranchDay } from '#shared/days.ts'
import { clearableEmail, personName } from '#shared/fields.ts'
import { formatDay } from '#shared/format-days.ts'
import { eachField, GUEST_DETAILS, SEALED_FIELDS } from '#shared/guest-details.ts'
import { formatMoney, centsOfDollars } from '#shared/money.ts'
import { CheckField, DayField, DollarsField, SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { useApiForm } from '#app/ui/form.tsx'
import {
  asksToOverbook,
  type Bookable,
  chosenEvent,
  eventOptions,
  describeFull,
  OverbookableForm,
} from './bookable-events.tsx'
import { OfferedChoices } from './choices-section.tsx'
import { instantOf, optionalDollars, paidOn } from './form-values.ts'
import { DetailFields, GUEST_LABELS } from './guest-fields.tsx'
import { HAND_METHOD_LABELS } from './money-labels.ts'
import { NOTE_LABELS, NoteFields } from './note-fields.tsx'
import sheet from './add-guest.css?url'
import { Text } from '#app/ui/text.tsx'

const newGuest = z.object({
  /**
   * The chosen event, as its index in the list of events. Ids would not work as keys of the select field,
   * because JavaScript sorts numeric keys.
   */
  event: z.string(),
  customerName: personName(),
  email: clearableEmail(),
  ...toldDetails.required().shape,
  /** True for staff and for guests of the family. They pay nothing. */
  free: z.boolean(),
  totalDue: optionalDollars,
  amount: optionalDollars,
  /** How the guest paid. Empty if the guest has not paid yet. */
  paymentMethod: z.enum(['', ...HAND_METHODS]).transform((method) => method || null),
  paidOn,
  reference: referenceText(),
  memo: memoText(),
  shouldSendEmail: z.boolean(),
})

const LABELS = {
  ...GUEST_LABELS,
  event: 'Event',
  foodAllergies: 'Food allergies and diet',
  otherInformation: 'Anything else they told you',
  notes: 'Notes for admins',
  totalDue: 'Price in dollars',
  amount: 'Deposit in dollars',
  paymentMethod: 'The deposit was paid',
  paidOn: 'Paid on',
  ...NOTE_LABELS,
}

/**
 * The fields that are in a closed section at first. The fields for phone and food allergies are visible from
 * the start.
 */
const COLLAPSED_FIELDS = GUEST_DETAILS.filter((name) => name !== 'phone' && name !== 'foodAllergies')

/** The options that the admin has chosen at one event, and their total price in cents. */
interface ChosenAt {
  eventId: number
  options: number[]
  price: number
}

interface AddGuestProps {
  /** The events to choose from. With a single event, the form shows no select field. */
  events: [Bookable, ...Bookable[]]
  onAdded: (name: string) => void
}

/**
 * Renders the form with which an admin signs a guest up. Only the name is required. If an amount is empty,
 * the site uses the event's usual amount. If the event is full, the form asks before it overbooks the event.
 */
export function AddGuest({ events: given, onAdded }: AddGuestProps) {
  // Keeps the list of events that the form opened with, because the chosen event is an index in this list.
  const [events] = useState(given)
  const [today] = useState(() => ranchDay(new Date()))
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
      paidOn: today,
      reference: '',
      memo: '',
      shouldSendEmail: true,
    },
    fieldOf: { datePaid: 'paidOn' },
    toInput: ({ event: place, free, paidOn: day, reference, memo, ...guest }) => {
      const { id: eventId } = chosenEvent(events, place)
      const paid = guest.paymentMethod === null ? {} : { datePaid: instantOf(day), reference, memo }
      const asked = free ? { ...guest, totalDue: 0, amount: 0, paymentMethod: null } : { ...guest, ...paid }
      const options = chosen.eventId === eventId ? chosen.options : []
      return { body: { createReservationData: { ...asked, options, eventId, allowOverbooking: full } } }
    },
    onDone: (_reply, guest) => onAdded(guest.customerName),
  })
  const { field } = form
  const [place, price, free, email] = form.form.watch(['event', 'totalDue', 'free', 'email'])
  const [method, chosenDay] = form.form.watch(['paymentMethod', 'paidOn'])
  const event = chosenEvent(events, place)
  const full: boolean = asksToOverbook(form.refusal)
  const ofEvent = chosen.eventId === event.id ? chosen : { options: [], price: 0 }
  const hints = moneyHints({ ...event, cost: event.cost + ofEvent.price }, price)
  return (
    <OverbookableForm
      form={form}
      label="Add New Reservation"
      does="Add the reservation"
      className="add-guest"
      question={
        <Text>
          {form.refusal?.code === 'option_sold_out' ? form.refusal.message : describeFull(event)} Add one more
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
          hint="If empty: no emails are sent. You find the private link on the reservation."
        />
        <TextField {...field('foodAllergies')} />
      </div>
      <details
        className="add-guest-more"
        open={COLLAPSED_FIELDS.some((name) => field(name).error) || undefined}
      >
        <summary>More details, if you have them</summary>
        <div className="add-guest-pair">
          <DetailFields names={COLLAPSED_FIELDS} field={field} />
        </div>
      </details>
      <OfferedChoices
        event={event}
        picked={ofEvent.options}
        onPick={(options, priceOfThem) => choose({ eventId: event.id, options, price: priceOfThem })}
      />
      <TextArea {...field('notes')} rows={2} />
      <CheckField {...form.check('free')}>Free of charge, for staff or a guest of the ranch</CheckField>
      {!free && (
        <div className="add-guest-pair">
          <DollarsField {...field('totalDue')} hint={hints.price} />
          <DollarsField {...field('amount')} hint={hints.deposit} />
          <SelectField {...field('paymentMethod')} options={PAID} required />
          {method !== '' && <DayField {...field('paidOn')} chosen={chosenDay} max={today} required />}
        </div>
      )}
      {!free && method !== '' && <NoteFields reference={field('reference')} memo={field('memo')} />}
      {email !== '' && (
        <CheckField {...form.check('shouldSendEmail')}>Send an email with the private link</CheckField>
      )}
    </OverbookableForm>
  )
}

const PAID = { '': 'Not yet', ...HAND_METHOD_LABELS }

/**
 * Returns hints for the fields "price" and "deposit": the amount that the site uses if the field is empty.
 */
function moneyHints(event: Bookable, typedPrice: string): { price: string; deposit: string } {
  const price = centsOfDollars(typedPrice) ?? Math.max(0, event.cost)
  const schedule = paymentSchedule({ ...event, cost: price }, ranchDay(new Date()))
  const rest =
    schedule.wholeNow || schedule.remainderDue === null
      ? ''
      : `, the rest by ${formatDay(schedule.remainderDue)}`
  return {
    price: `If empty: ${formatMoney(Math.max(0, event.cost))}.`,
    deposit: `If empty: ${formatMoney(schedule.dueNow)}${rest}.`,
  }
}
