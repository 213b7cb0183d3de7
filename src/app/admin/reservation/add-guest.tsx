/** The "Add New Reservation" form, with which an admin signs up guests who call the ranch (R11.11). */
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { z } from 'zod'
import { checkCode } from '#domain/booking/codes/contract/guest.ts'
import { codeWords, normalCode } from '#domain/booking/codes/domain/discount.ts'
import { createReservationByAdmin, toldDetails } from '#domain/booking/contract/admin.ts'
import { HAND_METHODS, memoText, referenceText } from '#domain/booking/contract/invoices.ts'
import { MOST_IN_PARTY } from '#domain/booking/domain/party.ts'
import { newAttempt } from '#shared/client.ts'
import { ranchDay } from '#shared/days.ts'
import { clearableEmail, personName } from '#shared/fields.ts'
import { eachField, GUEST_DETAILS, SEALED_FIELDS } from '#shared/guest-details.ts'
import { type Cents, centsOfDollars, formatMoney } from '#shared/money.ts'
import { Choices, optionsLeftFor } from '#app/guest/details/choices.tsx'
import type { AppliedCode } from '#app/public/sign-up/sign-up-draft.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { Button, TextButton } from '#app/ui/button.tsx'
import { CheckField, DollarsField, SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { useApiForm } from '#app/ui/form.tsx'
import { Text } from '#app/ui/text.tsx'
import {
  asksToOverbook,
  type Bookable,
  chosenEvent,
  eventOptions,
  describeFull,
  OverbookableForm,
} from './bookable-events.tsx'
import { BookingPrice, priceOf } from './booking-price.tsx'
import { allChoosable, useOfferedOptions } from './choices-section.tsx'
import { DepositFields, wayToPay } from './deposit-fields.tsx'
import { instantOf, optionalDollars, paidOn } from './form-values.ts'
import { DetailFields, GUEST_LABELS } from './guest-fields.tsx'
import { NOTE_LABELS } from './note-fields.tsx'
import sheet from './add-guest.css?url'

const told = toldDetails.required().shape

const newCompanion = z.object({
  customerName: personName(),
  email: clearableEmail(),
  phone: told.phone,
  foodAllergies: told.foodAllergies,
  options: z.array(z.int()),
})

const newGuest = z.object({
  /**
   * The chosen event, as its index in the list of events. Ids would not work as keys of the select field,
   * because JavaScript sorts numeric keys.
   */
  event: z.string(),
  customerName: personName(),
  email: clearableEmail(),
  ...told,
  options: z.array(z.int()),
  companions: z.array(newCompanion),
  /** True for staff and for guests of the family. They pay nothing. */
  free: z.boolean(),
  code: z.string().transform(normalCode),
  /** For a code with an open price: what the guest pays for each stay. */
  pays: optionalDollars,
  totalDue: optionalDollars,
  amount: optionalDollars,
  /** How the deposit is paid. Empty until the admin chooses; see `wayToPay`. */
  deposit: z.enum(['', 'link', 'paid', 'nothing']),
  paymentMethod: z.enum(HAND_METHODS),
  paidOn,
  reference: referenceText(),
  memo: memoText(),
  shouldSendEmail: z.boolean(),
})

/** A companion's fields as typed. An empty field is an empty text, never null. */
interface TypedCompanion {
  customerName: string
  email: string
  phone: string
  foodAllergies: string
  options: number[]
}

type GuestInput = Omit<z.input<typeof newGuest>, 'email' | 'companions'> & {
  email: string
  companions: TypedCompanion[]
}

const COMPANION_FIELDS = ['customerName', 'phone', 'email', 'foodAllergies'] as const

const LABELS = {
  ...GUEST_LABELS,
  event: 'Event',
  foodAllergies: 'Food allergies and diet',
  otherInformation: 'Anything else they told you',
  notes: 'Notes for admins',
  code: 'Discount code',
  pays: 'What they pay for each stay, in dollars',
  totalDue: 'Price in dollars',
  amount: 'Deposit in dollars',
  paymentMethod: 'Paid by',
  paidOn: 'Paid on',
  ...NOTE_LABELS,
}

/** The labels of all fields. Those of companions are here too, so that the first wrong field takes the focus. */
const ALL_LABELS = {
  ...LABELS,
  ...Object.fromEntries(
    Array.from({ length: MOST_IN_PARTY - 1 }).flatMap((_, index) =>
      COMPANION_FIELDS.map((name) => [`companions.${index}.${name}`, LABELS[name]]),
    ),
  ),
}

/**
 * The fields that are in a closed section at first. The fields for phone and food allergies are visible from
 * the start.
 */
const COLLAPSED_FIELDS = GUEST_DETAILS.filter((name) => name !== 'phone' && name !== 'foodAllergies')

interface AddGuestProps {
  /** The events to choose from. With a single event, the form shows no select field. */
  events: [Bookable, ...Bookable[]]
  onAdded: (name: string) => void
}

/**
 * Renders the form with which an admin signs up a guest and all companions. Only the names are required. If an
 * amount is empty, the site uses the usual amount. If too few spots are left, the form asks before it overbooks
 * the event.
 */
export function AddGuest({ events: given, onAdded }: AddGuestProps) {
  // Keeps the list of events that the form opened with, because the chosen event is an index in this list.
  const [events] = useState(given)
  const [today] = useState(() => ranchDay(new Date()))
  // The same key with every press, so that a second press after a lost reply creates no second booking.
  const [attempt] = useState(newAttempt)
  const form = useApiForm(createReservationByAdmin, {
    prefix: 'add',
    schema: newGuest,
    labels: ALL_LABELS,
    values: {
      ...eachField(SEALED_FIELDS, () => ''),
      event: '0',
      options: [],
      companions: [],
      free: false,
      code: '',
      pays: '',
      totalDue: '',
      amount: '',
      deposit: '',
      paymentMethod: 'check',
      paidOn: today,
      reference: '',
      memo: '',
      shouldSendEmail: true,
    } as GuestInput,
    fieldOf: { datePaid: 'paidOn' },
    toInput: ({ event: place, free, deposit, paidOn: day, reference, memo, code, pays, ...guest }) => {
      const { id: eventId } = chosenEvent(events, place)
      const way = owesNothing
        ? 'nothing'
        : wayToPay(deposit, guest.shouldSendEmail ? (guest.email ?? '') : '')
      const paid = way === 'paid' ? { datePaid: instantOf(day), reference, memo } : { paymentMethod: null }
      const withCode = code === '' ? {} : { code, pays, totalDue: null }
      const asked = free
        ? { ...guest, totalDue: 0, amount: 0, paymentMethod: null }
        : { ...guest, ...paid, ...withCode }
      return {
        body: {
          createReservationData: { ...asked, eventId, attempt, allowOverbooking: full },
        },
      }
    },
    onDone: (_reply, { customerName, companions: others }) =>
      onAdded(others.length === 0 ? customerName : `${customerName} and ${others.length} more`),
  })
  const { field } = form
  const { control, setValue, watch } = form.form
  const rows = useFieldArray({ control, name: 'companions' })
  const [place, customerName, email, options, companions] = watch([
    'event',
    'customerName',
    'email',
    'options',
    'companions',
  ])
  const [free, typedCode, typedPays, typedPrice, typedDeposit] = watch([
    'free',
    'code',
    'pays',
    'totalDue',
    'amount',
  ])
  const [deposit, chosenDay, sends] = watch(['deposit', 'paidOn', 'shouldSendEmail'])
  /** The address for the e-mail with the card link. Empty if the admin sends no e-mail. */
  const mailed = sends ? email : ''
  const event = chosenEvent(events, place)
  const full: boolean = asksToOverbook(form.refusal)
  const offered = useOfferedOptions(event)
  const code = useCheckedCode(event.id, typedCode)
  const hasCode = typedCode.trim() !== ''
  const applied: AppliedCode | null = code.terms && { ...code.terms, pays: centsOfDollars(typedPays) }
  const people = 1 + companions.length
  const price = priceOf(event, {
    options: offered.options,
    guests: { options, companions, code: free ? null : applied, payer: customerName.trim() || 'Guest 1' },
    today,
    typed: {
      totalDue: free ? 0 : hasCode ? null : centsOfDollars(typedPrice),
      amount: free ? 0 : centsOfDollars(typedDeposit),
    },
  })
  const owesNothing: boolean = Array.isArray(price.plan) && price.plan.length === 0
  /** The choices that are left for a guest. Guest 0 is the payer. */
  const choicesFor = (guest: number, others = companions) =>
    optionsLeftFor(offered.options, { chosenIds: options, companions: others, isHeld: false }, guest)
  /** A question about overbooking was about the guests and choices of that moment, so it must be asked again. */
  const changed = () => full && form.dismiss()
  const pick = (name: 'options' | `companions.${number}.options`) => (picked: number[]) => {
    setValue(name, picked, { shouldDirty: true })
    changed()
  }
  const addAnother = () => {
    const none = { customerName: '', email: '', phone: '', foodAllergies: '' }
    const left = choicesFor(people, [...companions, { ...none, options: [] }])
    // Most parties share their lodging, so the next guest starts with the payer's.
    const shared = left.filter(
      ({ id, kind, soldOut }) => kind === 'lodging' && options.includes(id) && !soldOut,
    )
    rows.append({ ...none, options: shared.map(({ id }) => id) })
    changed()
  }
  const chooseEvent = field('event')
  return (
    <OverbookableForm
      form={form}
      label="Add New Reservation"
      does="Add the reservation"
      className="add-guest"
      fullTitle={people > 1 ? 'Not enough spots' : undefined}
      question={<Text>{overbookQuestion(form.refusal, { event, people })}</Text>}
    >
      <Stylesheet href={sheet} />
      {events.length > 1 && (
        <SelectField
          {...chooseEvent}
          onChange={async (change) => {
            // Other events have other options.
            setValue('options', [])
            for (const index of companions.keys()) setValue(`companions.${index}.options`, [])
            await chooseEvent.onChange(change)
            changed()
            await code.check(chosenEvent(events, change.target.value).id)
          }}
          options={eventOptions(events)}
          required
        />
      )}
      {people > 1 && (
        <p className="add-guest-head">
          <strong>Guest 1, who pays for everyone</strong>
        </p>
      )}
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
      <FailureAlert failed={offered.failed} onRetry={offered.refetch} />
      <Choices options={allChoosable(choicesFor(0))} picked={options} onPick={pick('options')} />
      {rows.fields.map((row, index) => {
        const name = `Guest ${index + 2}`
        const of = `companions.${index}` as const
        return (
          <fieldset key={row.id} className="add-guest-companion" aria-label={name}>
            <p className="add-guest-head">
              <strong>
                <Text>{name}</Text>
              </strong>
              <TextButton
                onClick={() => {
                  rows.remove(index)
                  changed()
                }}
              >
                Remove
                <span className="visually-hidden">
                  {' '}
                  <Text>{name.toLowerCase()}</Text>
                </span>
              </TextButton>
            </p>
            <div className="add-guest-pair">
              <TextField {...field(`${of}.customerName`)} required />
              <TextField {...field(`${of}.phone`)} type="tel" />
              <TextField
                {...field(`${of}.email`)}
                type="email"
                hint="If empty: the payer gets this guest’s private link and passes it on."
              />
              <TextField {...field(`${of}.foodAllergies`)} />
            </div>
            <Choices
              id={`add-${of}.options`}
              options={allChoosable(choicesFor(index + 1))}
              picked={companions[index]?.options ?? []}
              onPick={pick(`${of}.options`)}
            />
          </fieldset>
        )
      })}
      <p className="add-guest-another">
        {people < MOST_IN_PARTY ? (
          <Button look="plain" onClick={addAnother}>
            Add another guest
          </Button>
        ) : (
          <span className="note">One booking is for at most six guests.</span>
        )}
      </p>
      <TextArea {...field('notes')} rows={2} />
      <CheckField {...form.check('free')}>Free of charge, for staff or a guest of the ranch</CheckField>
      {!free && (
        <div className="add-guest-pair">
          {event.cost > 0 && (
            <TextField
              {...field('code')}
              error={field('code').error ?? code.problem ?? undefined}
              hint={code.terms ? `${codeWords(code.terms)}.` : 'If the guest has one.'}
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              onBlur={async (blur) => {
                await field('code').onBlur(blur)
                await code.check()
              }}
            />
          )}
          {applied?.kind === 'open' && (
            <DollarsField
              {...field('pays')}
              hint={`If empty: ${formatMoney(openPrice(applied, event.cost))}.`}
            />
          )}
          {!hasCode && (
            <DollarsField
              {...field('totalDue')}
              label={people > 1 ? 'Price for everyone in dollars' : LABELS.totalDue}
              hint={`If empty: ${formatMoney(price.usual)}.`}
            />
          )}
          <DollarsField
            {...field('amount')}
            label={people > 1 ? 'Deposit for everyone in dollars' : LABELS.amount}
            hint={price.depositHint}
          />
        </div>
      )}
      <BookingPrice price={price} today={today} />
      {!owesNothing && (
        <DepositFields
          fields={form}
          chosen={deposit}
          onChoose={(way) => setValue('deposit', way, { shouldDirty: true })}
          email={mailed}
          paidOn={chosenDay}
          today={today}
        />
      )}
      {[email, ...companions.map((companion) => companion.email)].some((address) => address !== '') && (
        <CheckField {...form.check('shouldSendEmail')}>
          {people > 1
            ? 'Send each guest an email with their private link'
            : 'Send an email with the private link'}
        </CheckField>
      )}
    </OverbookableForm>
  )
}

/** Asks whether to overbook, with the number of spots that the server counted. */
function overbookQuestion(
  refusal: { code: string; message: string } | null,
  { event, people }: { event: Bookable; people: number },
): string {
  if (refusal?.code === 'option_sold_out') return `${refusal.message} Book it anyway?`
  if (people > 1) return `${refusal?.message} Book all ${people} guests anyway?`
  // The list of events can be older than the server's answer. Then its number of spots is wrong.
  const full = event.isFull ? describeFull(event) : 'Someone else took the last spot in the meantime.'
  return `${full} Add one more guest anyway?`
}

/**
 * Looks up the discount of a code that the admin has typed. The server checks the code again when the form is
 * sent, so the form can be sent before the answer arrives.
 */
function useCheckedCode(eventId: number, typed: string) {
  const { send } = useApiMutation(checkCode)
  const [checked, setChecked] = useState<{
    key: string
    terms: Omit<AppliedCode, 'pays'> | null
    problem: string | null
  } | null>(null)
  const code = normalCode(typed)
  const keyAt = (place: number) => `${place} ${code}`
  const current = checked?.key === keyAt(eventId) ? checked : null
  const check = async (place = eventId) => {
    const key = keyAt(place)
    if (code === '' || checked?.key === key) return
    const answer = await send({ body: { eventId: place, code } })
    if (answer === null) return
    if (answer.ok) setChecked({ key, terms: answer.data, problem: null })
    else setChecked({ key, terms: null, problem: answer.fields['code'] ?? answer.message })
  }
  return { terms: current?.terms ?? null, problem: current?.problem ?? null, check }
}

const openPrice = ({ value, suggestion }: AppliedCode, cost: Cents): Cents =>
  Math.min(cost, Math.max(value, suggestion ?? cost))
