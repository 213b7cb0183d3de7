/** Mails about a stay that is to come. */
import { daysBetween, ranchDay } from '#shared/days.ts'
import { oneLine } from '#shared/text.ts'
import type {
  AdminSignUpContent,
  ComingStay,
  ConfirmationContent,
  DatesMovedContent,
  InfoRemindContent,
  InvoiceRemindContent,
  WelcomeContent,
} from '../content.ts'
import type { MailFacts } from '../facts/store.ts'
import { labelOf, moneyOf, openInvoices, present, stayLinks, toGuest, type Composing } from './common.ts'

export function confirmation(mail: Composing): ConfirmationContent {
  const { facts, invoiceId } = mail
  const { event, invoices, payments } = facts
  const money = moneyOf(mail)
  const about = invoices.find(({ id }) => id === invoiceId)
  const payment = about ? payments.find((candidate) => candidate.invoiceId === about.id) : payments.at(-1)
  return {
    type: 'invoice-success',
    ...comingStay(mail),
    occasion: about && about.purpose !== 'deposit' && about.purpose !== 'whole' ? 'paid-later' : 'signed-up',
    price: priceOf(event.cost, money.totalDue),
    paid: payment ? paidOf(payment, invoices) : null,
    totalPaid: money.totalPaid,
    totalDue: money.totalDue,
  }
}

function paidOf(
  { invoiceId, amount, paidAt }: MailFacts['payments'][number],
  invoices: MailFacts['invoices'],
): ConfirmationContent['paid'] {
  const invoice = invoices.find(({ id }) => id === invoiceId)
  return { label: invoice ? labelOf(invoice) : 'Payment', amount, on: ranchDay(paidAt) }
}

export function adminSignUp(mail: Composing): AdminSignUpContent {
  const { totalPaid, totalDue } = moneyOf(mail)
  return {
    type: 'signup-success-simple',
    ...comingStay(mail),
    totalPaid,
    totalDue,
  }
}

export function welcome(mail: Composing): WelcomeContent {
  const { hostCell, startDate, endDate } = mail.facts.event
  return {
    type: 'welcome-info',
    ...comingStay(mail),
    daysLeft: daysToStart(mail),
    hostCell: oneLine(hostCell),
    arrive: oneLine(startDate),
    leave: oneLine(endDate),
  }
}

export function datesMoved(mail: Composing): DatesMovedContent {
  const { startDate, endDate } = mail.facts.event
  return { type: 'dates-moved', ...comingStay(mail), arrive: oneLine(startDate), leave: oneLine(endDate) }
}

export function infoRemind(mail: Composing): InfoRemindContent {
  return { type: 'info-remind', ...toGuest(mail), daysLeft: daysToStart(mail), links: stayLinks(mail) }
}

export function invoiceRemind(mail: Composing): InvoiceRemindContent {
  const { facts, invoiceId, today } = mail
  const invoice = present(facts.invoices.find(({ id }) => id === invoiceId))
  const { amount, due } = invoice
  return {
    type: 'invoice-remind',
    ...toGuest(mail),
    invoice: {
      label: labelOf(invoice),
      amount,
      due,
      daysLeft: due === null ? null : daysBetween(today, due),
    },
    others: openInvoices(mail, invoiceId),
    links: stayLinks(mail),
  }
}

function comingStay(mail: Composing): ComingStay {
  return {
    ...toGuest(mail),
    detailsMissing: mail.facts.detailsMissing,
    open: openInvoices(mail),
    links: stayLinks(mail),
  }
}

const daysToStart = ({ today, facts }: Composing) => daysBetween(today, facts.event.startDateDate)

function priceOf(cost: number, totalDue: number): ConfirmationContent['price'] {
  if (totalDue > 0) return 'priced'
  return cost === 0 ? 'free' : 'none'
}
