/** The mail that offers a freed spot to the next in line. */
import { ranchDay, formatTime } from '#shared/days.ts'
import { absoluteLink, offerPath, termsPath } from '#shared/links.ts'
import type { WaitlistOfferContent } from '../content.ts'
import { type Composing, openInvoices, present, toGuest } from './common.ts'

export function waitlistOffer(mail: Composing): WaitlistOfferContent {
  const { token, expiresAt } = present(mail.facts.offer)
  const first = mail.facts.invoices.find(({ purpose }) => purpose === 'deposit' || purpose === 'whole')
  return {
    type: 'waitlist-offer',
    ...toGuest(mail),
    until: { day: ranchDay(expiresAt), time: formatTime(expiresAt) },
    // The first invoice is due now, on whatever day that is.
    open: openInvoices(mail).map((invoice) => Object.assign(invoice, { dueNow: invoice.due === first?.due })),
    links: {
      offer: absoluteLink(mail.publicUrl, offerPath(token)),
      terms: absoluteLink(mail.publicUrl, termsPath),
    },
  }
}
