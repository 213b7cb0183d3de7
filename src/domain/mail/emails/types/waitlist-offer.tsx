/** `waitlist-offer`: offers a waitlist entry the spots that are held for it. */
import { planDayForAmount, invoicePlan } from '#domain/booking/domain/sign-up.ts'
import { isOpenLodging } from '#domain/events/domain/options.ts'
import { priceFrom, priceVaries } from '#domain/events/domain/offered-options.ts'
import { paymentSchedule } from '#domain/events/rules.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { formatDay, formatTime } from '#shared/format-days.ts'
import { absoluteLink, offerPath, placePath, termsPath } from '#shared/links.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { plural } from '#shared/text.ts'
import { EventLetter } from '../../layout/event-letter.tsx'
import { WhenAndWhere } from '../../layout/fact-list.tsx'
import { MainButton } from '../../layout/main-button.tsx'
import { MoneyTable } from '../../layout/money-table.tsx'
import { LinkEnd, Paragraph } from '../../layout/text.tsx'
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { openInvoices, totalOf } from '../facts/invoices.ts'
import { present } from '../facts/present.ts'
import { guestFacts } from '../facts/reservation.ts'

export const waitlistOffer = reservationEmail({
  // The guest can accept the offer only while its spots are held.
  dropReason: ({ rows: { reservation, event } }) =>
    reservation.status === 'pending' && event.cancelledAt === null ? null : 'offer_over',
  facts: factsOf,
  subject: (facts) => eventSubject(opening(facts), facts.event),
  preview: (facts) => `${heldWords(facts)}.`,
  Content: WaitlistOffer,
})

function factsOf(source: ReservationSource) {
  const { rows, publicUrl } = source
  const { token, expiresAt } = present(rows.offer)
  return {
    ...guestFacts(source),
    size: present(rows.offeredSpots),
    /** The deadline of the offer, as a ranch day and a time at the ranch. */
    until: { day: ranchDay(expiresAt), time: formatTime(expiresAt) },
    ...paymentsOf(source),
    links: {
      offer: absoluteLink(publicUrl, offerPath(token)),
      place: absoluteLink(publicUrl, placePath(present(rows.entryToken))),
      terms: absoluteLink(publicUrl, termsPath),
    },
  }
}

type Facts = ReturnType<typeof factsOf>

const opening = ({ size }: Facts) => (size === 1 ? 'A spot opened up' : `${plural(size, 'spot')} opened up`)

const heldWords = ({ size, until }: Facts) =>
  `${size === 1 ? 'It is held for you' : 'They are held for you'} until ${formatDay(until.day)}, ${until.time} ranch time`

function WaitlistOffer(facts: Facts) {
  const { event, links, open, lodging, size } = facts
  const isOne = size === 1
  return (
    <EventLetter {...facts} kicker={opening(facts)} termsLink={links.terms}>
      <Paragraph>
        {opening(facts)}, and it’s your turn. {heldWords(facts)}. After that, {isOne ? 'it goes' : 'they go'}{' '}
        to the next person on the waitlist. {costWords(facts)}
      </Paragraph>
      <MainButton href={links.offer} note="Accept or decline there. Opening the page does neither.">
        {isOne ? 'See your spot' : 'See your spots'}
      </MainButton>
      {open.length > 0 && (
        <MoneyTable
          lines={open.map((payment) => ({ label: dueLabel(payment), cents: payment.amount }))}
          total={open.length > 1 ? { label: 'Total', cents: totalOf(open) } : null}
          from={lodging?.varies ?? false}
        />
      )}
      <WhenAndWhere event={event} />
      {!isOne && <Paragraph>Fewer of you now? Take as many spots as you need on the form.</Paragraph>}
      <Paragraph>
        Can’t come? Decline on the same page, and make someone else’s day. If you decline or don’t answer in
        time, you lose your place on the waitlist.
      </Paragraph>
      <Paragraph>
        To rejoin at the end of the waitlist after that, or to leave it for good, go to{' '}
        <LinkEnd href={links.place}>your place on the waitlist</LinkEnd>
      </Paragraph>
    </EventLetter>
  )
}

function costWords({ size, open, lodging }: Facts): string {
  const from = lodging?.varies ? 'from ' : ''
  const chooses = lodging
    ? `${size === 1 ? 'It costs' : 'Together they cost'} ${from}${formatMoney(totalOf(open))}. You choose your lodging on the form. `
    : ''
  const now = open.find(({ dueNow }) => dueNow)
  if (!now) return `${chooses}There is nothing to pay.`
  return `${chooses}${lodging?.varies ? 'At least ' : ''}${formatMoney(now.amount)} is due when you accept.`
}

function dueLabel({ due, dueNow }: Payment): string {
  if (dueNow) return 'Due when you accept'
  return due === null ? 'Due later' : `Due by ${formatDay(due)}`
}

interface Payment {
  amount: Cents
  due: Day | null
  /** True if the payment is due as soon as the guest accepts the offer. */
  dueNow: boolean
}

interface Payments {
  /**
   * The payments that the guest must make to accept the offer. None of them is zero. If the guest must choose
   * lodging, they include the cheapest lodging.
   */
  open: Payment[]
  /** Set if the guest must choose lodging in the form. `varies` is true if lodging has several prices. */
  lodging: { varies: boolean } | null
}

function paymentsOf(source: ReservationSource): Payments {
  const { rows, today } = source
  const { reservation, event, choices, offered, discount } = rows
  const first = rows.invoices.find(({ purpose }) => purpose === 'deposit' || purpose === 'whole')
  const choosesNow = choices.length === 0 && offered.some(isOpenLodging)
  if (!choosesNow && discount === 0) {
    const open = openInvoices(source).map(({ amount, due }) => ({ amount, due, dueNow: due === first?.due }))
    return { open, lodging: null }
  }
  const { startDateDate } = event
  // The guest may have sent the offer's form with a discount code, but not paid yet. The page of the offer shows the
  // price without that discount, so the e-mail does too.
  const price = reservation.price + discount
  const size = present(rows.offeredSpots)
  const each = price / size
  const cost = choosesNow ? priceFrom(each, offered) * size : price
  const day = planDayForAmount(startDateDate, {
    amount: first?.amount ?? 0,
    whole: first?.purpose === 'whole',
    today,
  })
  const plan = invoicePlan(paymentSchedule({ cost, startDateDate }, day), today)
  const open = plan.map(({ amount, due, purpose }) => ({ amount, due, dueNow: purpose !== 'remainder' }))
  return { open, lodging: choosesNow ? { varies: priceVaries(each, offered) } : null }
}
