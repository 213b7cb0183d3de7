/** `waitlist-offer`: a spot came free, and it is held for the first on the waitlist. */
import { formatDay, formatTime, ranchDay } from '#shared/days.ts'
import { absoluteLink, offerPath, placePath, termsPath } from '#shared/links.ts'
import { formatMoney } from '#shared/money.ts'
import type { Block, StayEmail, StaySource, WrittenEmail } from '../definition.ts'
import { openInvoices, present, sum, toGuest } from '../shared-facts.ts'
import { button, email, moneyRow, smallPrint, text, whenAndWhere } from '../shared-words.ts'

type Facts = ReturnType<typeof factsOf>

export const waitlistOffer: StayEmail<Facts> = {
  about: 'reservation',
  // The spot is held for as long as the offer stands.
  dropReason: ({ rows: { reservation, event } }) =>
    reservation.status === 'pending' && event.cancelledAt === null ? null : 'offer_over',
  facts: factsOf,
  words,
}

function factsOf(source: StaySource) {
  const { rows, publicUrl } = source
  const { token, expiresAt } = present(rows.offer)
  const first = rows.invoices.find(({ purpose }) => purpose === 'deposit' || purpose === 'whole')
  return {
    ...toGuest(source),
    /** Until when: a day at the ranch, and the time on its clock. */
    until: { day: ranchDay(expiresAt), time: formatTime(expiresAt) },
    /** The invoices of taking the spot: due now, on whatever day that is, and later; none of zero. */
    open: openInvoices(source).map((invoice) =>
      Object.assign(invoice, { dueNow: invoice.due === first?.due }),
    ),
    links: {
      offer: absoluteLink(publicUrl, offerPath(token)),
      place: absoluteLink(publicUrl, placePath(present(rows.placeToken))),
      terms: absoluteLink(publicUrl, termsPath),
    },
  }
}

function words(facts: Facts): WrittenEmail {
  const { event, links, until, open } = facts
  const end = `${formatDay(until.day)}, ${until.time} at the ranch`
  const now = open.find(({ dueNow }) => dueNow)
  const price = now ? `${formatMoney(now.amount)} is due when you accept.` : 'There is nothing to pay.'
  return email(facts, {
    opening: 'A spot came free',
    preheader: `It is held for you until ${end}.`,
    hello: 'Howdy',
    blocks: [
      text(
        `A spot came free, and you are first in line. It is held for you until ${end}. ${price} After that it goes to the next in line.`,
      ),
      button('See your spot', links.offer, 'Accept or decline there. Opening the page decides nothing.'),
      ...money(open),
      whenAndWhere(event),
      text('Can’t come? Decline it on the same page, and somebody else is glad today.'),
      text('To wait for another spot, or to leave the waitlist for good, go to', {
        label: 'your place on the waitlist',
        href: links.place,
      }),
    ],
    footer: smallPrint(links),
  })
}

function money(open: Facts['open']): Block[] {
  if (open.length === 0) return []
  const rows = open.map(({ amount, due, dueNow }) => {
    if (dueNow) return moneyRow('Due when you accept', amount)
    return moneyRow(due === null ? 'Due later' : `Due by ${formatDay(due)}`, amount)
  })
  const total = moneyRow('Total', sum(open), 'total')
  return [{ kind: 'money', rows: open.length > 1 ? [...rows, total] : rows }]
}
