/** `waitlist-offer`: offers a waitlist entry the spots held for it. */
import { planDayForAmount, invoicePlan } from '#domain/booking/domain/sign-up.ts'
import { isOpenLodging } from '#domain/events/domain/options.ts'
import { priceFrom, priceVaries } from '#domain/events/domain/offered-options.ts'
import { paymentSchedule } from '#domain/events/rules.ts'
import { type Day, ranchDay } from '#shared/days.ts'
import { formatDay, formatTime } from '#shared/format-days.ts'
import { plural } from '#shared/text.ts'
import { absoluteLink, offerPath, placePath, termsPath } from '#shared/links.ts'
import { type Cents, formatMoney } from '#shared/money.ts'
import { type Block, reservationEmail, type ReservationSource } from '../definition.ts'
import { openInvoices, present, sum, toGuest } from '../shared-facts.ts'
import { button, emailWithTerms, moneyRow, moneyTable, text, whenAndWhere } from '../shared-words.ts'

export const waitlistOffer = reservationEmail({
  // An offer is open as long as its spots are held.
  dropReason: ({ rows: { reservation, event } }) =>
    reservation.status === 'pending' && event.cancelledAt === null ? null : 'offer_over',
  facts(source) {
    const { rows, publicUrl } = source
    const { token, expiresAt } = present(rows.offer)
    return {
      ...toGuest(source),
      /** The number of spots in this offer. */
      size: present(rows.offeredSpots),
      /** The end of the offer: a ranch day and the time on the ranch's clock. */
      until: { day: ranchDay(expiresAt), time: formatTime(expiresAt) },
      ...paymentsOf(source),
      links: {
        offer: absoluteLink(publicUrl, offerPath(token)),
        place: absoluteLink(publicUrl, placePath(present(rows.placeToken))),
        terms: absoluteLink(publicUrl, termsPath),
      },
    }
  },
  words(facts) {
    const { event, links, until, open, lodging, size } = facts
    const one = size === 1
    const came = one ? 'A spot came free' : `${plural(size, 'spot')} came free`
    const held = one ? 'It is held for you' : 'They are held for you'
    const end = `${formatDay(until.day)}, ${until.time} at the ranch`
    const now = open.find(({ dueNow }) => dueNow)
    const from = lodging?.varies ? 'from ' : ''
    const chooses = lodging
      ? `${one ? 'It costs' : 'All together cost'} ${from}${formatMoney(sum(open))}: choose your lodging with the form. `
      : ''
    const price = now
      ? `${lodging?.varies ? 'From ' : ''}${formatMoney(now.amount)} is due when you accept.`
      : 'There is nothing to pay.'
    return emailWithTerms(facts, {
      opening: came,
      preheader: `${held} until ${end}.`,
      blocks: [
        text(
          `${came}, and it is your turn. ${held} until ${end}. ${chooses}${price} After that ${one ? 'it goes' : 'they go'} to the next in line.`,
        ),
        button(
          one ? 'See your spot' : 'See your spots',
          links.offer,
          'Accept or decline there. Opening the page does neither.',
        ),
        ...money(facts),
        whenAndWhere(event),
        !one && text('Fewer of you by now? Take as many as you need with the form, and leave the rest.'),
        text('Can’t come? Decline on the same page, and make somebody else’s day.'),
        text('To wait for another spot, or to leave the waitlist for good, go to', {
          label: 'your place on the waitlist',
          href: links.place,
        }),
      ],
    })
  },
})

interface Payment {
  amount: Cents
  due: Day | null
  /** Due when accepting, on whatever day that is. */
  dueNow: boolean
}

interface Payments {
  /** The payments of accepting, without zero amounts. If lodging must be chosen, the lowest possible ones. */
  open: Payment[]
  /** Set if lodging must be chosen in the form. `varies` is true if the prices differ. */
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
  // Adds back the discount of an earlier, unpaid form, because the offer's page shows the full price too.
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

function money({ open, lodging }: Payments): Block[] {
  if (open.length === 0) return []
  const rows = open.map(({ amount, due, dueNow }) => {
    if (dueNow) return moneyRow('Due when you accept', amount)
    return moneyRow(due === null ? 'Due later' : `Due by ${formatDay(due)}`, amount)
  })
  const all = open.length > 1 ? [...rows, moneyRow('Total', sum(open), 'total')] : rows
  const told = lodging?.varies ? all.map((row) => ({ ...row, amount: `from ${row.amount}` })) : all
  return [moneyTable(...told)]
}
