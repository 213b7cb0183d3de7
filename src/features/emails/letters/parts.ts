/** The parts that e-mails about a coming stay have in common. */
import { formatDay, formatDayRange } from '#shared/days.ts'
import { formatMoney, type Cents } from '#shared/money.ts'
import type { ComingStay, MailEvent, OpenInvoice, StayLinks, Venue } from '../content.ts'
import type { Block, Fact, MoneyRow, Paragraph, Step } from './letter.ts'

export const BOOTS = "Grab your boots and we'll see you soon."

/** The way to the private page. Whoever has the link can read what the guest told us. */
export function stayButton(label: string, links: Pick<StayLinks, 'reservation'>): Block {
  return {
    kind: 'button',
    label,
    href: links.reservation,
    note: 'This page is yours alone: whoever has the link can see what you told us, so keep it to yourself.',
  }
}

export const COMPLETE_DETAILS = 'Complete your details'

/** The button to the private page, named by what the guest has to do there. */
export function stayButtonFor({ detailsMissing, open, links }: ComingStay): Block {
  const pay = open.length > 0 ? ' and pay' : ''
  return stayButton(`${detailsMissing ? COMPLETE_DETAILS : 'See your stay'}${pay}`, links)
}

export function whenAndWhere(event: MailEvent, venue: Venue): Block {
  const when = fact('When', formatDayRange(event.startDateDate, event.endDateDate))
  return { kind: 'facts', rows: [when, ...withAndWhere(event, venue)] }
}

export function withAndWhere(event: MailEvent, venue: Venue): Fact[] {
  const where = fact('Where', `${venue.location}. ${venue.locationNote}.`)
  return event.host ? [fact('With', event.host), where] : [where]
}

export const fact = (label: string, value: string, href: string | null = null): Fact => ({
  label,
  value,
  href,
})

/** A plain number can be called with a touch; a text with more in it is only shown. */
export function phoneFact(label: string, phone: string): Fact {
  const plain = /^\+?[\d\s().-]{7,30}$/.test(phone)
  return fact(label, phone, plain ? `tel:${phone.replaceAll(/[^+\d]/g, '')}` : null)
}

export function moneyRow(label: string, cents: Cents, tone: MoneyRow['tone'] = 'plain'): MoneyRow {
  return { label, amount: formatMoney(cents), tone }
}

export interface MoneyLine {
  label: string
  cents: Cents
}

export function openLines(open: OpenInvoice[]): MoneyLine[] {
  return open.map((invoice) => ({ label: `${invoice.label}, ${dueWords(invoice)}`, cents: invoice.amount }))
}

export const openRows = (open: OpenInvoice[]): MoneyRow[] =>
  openLines(open).map(({ label, cents }) => moneyRow(label, cents))

/** The lines with the total of the stay; what they do not add up to is a line of its own, so that they always do. */
export function totalled(lines: MoneyLine[], totalDue: Cents): Block {
  const apart = lines.reduce((left, { cents }) => left - cents, totalDue)
  const rest = apart > 0 ? 'Not invoiced yet' : 'Beyond the total'
  const all = apart === 0 ? lines : [...lines, { label: rest, cents: apart }]
  const rows = all.map(({ label, cents }) => moneyRow(label, cents))
  return { kind: 'money', rows: [...rows, moneyRow('Total for your stay', totalDue, 'total')] }
}

/** The table of open invoices, with their sum where there is more than one. */
export function openMoney(open: OpenInvoice[]): Block[] {
  if (open.length === 0) return []
  const sum = open.reduce((total, { amount }) => total + amount, 0)
  const total = open.length > 1 ? [moneyRow('Open in all', sum, 'total')] : []
  return [{ kind: 'money', rows: [...openRows(open), ...total] }]
}

export const saveTheDates: Step = {
  title: 'Save the dates',
  text: 'The calendar file in this mail has them.',
  link: null,
}

/** Asks for the final details where they are missing. */
export function tellSteps({ detailsMissing }: ComingStay): Step[] {
  const tell: Step = {
    title: 'Tell us about yourself',
    text: 'Where to reach you, whom to call, what you cannot eat. It takes five minutes on your page above.',
    link: null,
  }
  return detailsMissing ? [tell] : []
}

/** The most steps of paying that are named; more are one step, since the table above has each. */
const MOST_PAY_STEPS = 2

/** `what`: the end of "Pay …". */
export function paySteps(open: OpenInvoice[], what: string): Step[] {
  const [next] = open
  if (next && open.length > MOST_PAY_STEPS) {
    const first = `The first is ${next.label}, ${formatMoney(next.amount)}, ${dueWords(next)}.`
    const text = `${first} All are on your page above; any day before they are due is fine too.`
    return [{ title: `Pay ${what}`, text, link: null }]
  }
  return open.map(({ label, amount, due, dueNow }) => {
    const later = due !== null && !dueNow
    return {
      title: later ? `Pay ${what} by ${formatDay(due)}` : `Pay ${what}`,
      text: `${label}: ${formatMoney(amount)}, on your page above.${later ? ' Any day before is fine too.' : ''}`,
      link: null,
    }
  })
}

export function travelSteps(links: StayLinks, venue: Venue): Step[] {
  return [
    {
      title: 'Read the directions before you set out',
      text: `The last ${venue.dirtRoadMiles} miles are dirt road.`,
      link: { label: 'Directions', href: links.directions },
    },
    {
      title: 'Pack',
      text: "We keep a list, so you don't have to.",
      link: { label: 'Packing list', href: links.packingList },
    },
  ]
}

export function promise(venue: Venue): Block {
  return {
    kind: 'promise',
    title: 'Our promise',
    text: `The nearest grocery store is about ${venue.groceryMinutes} minutes away. If there is something you need, tell us, and we will help you get it.`,
  }
}

export function smallPrint({ terms }: Pick<StayLinks, 'terms'>): Paragraph[] {
  return [
    { text: 'Plans change. What happens then is in our', link: { label: 'Terms of Stay', href: terms } },
    DELETED,
  ]
}

export const DELETED: Paragraph = {
  text: 'What you told us about yourself is deleted after the event.',
  link: null,
}

export function dueWords({ due, dueNow }: OpenInvoice): string {
  if (dueNow) return 'due now'
  return due === null ? 'still due' : `due by ${formatDay(due)}`
}

/** "today", "tomorrow", "in 5 days", "in a week"; `days` is 0 or more. */
export function inDays(days: number): string {
  if (days <= 1) return days === 1 ? 'tomorrow' : 'today'
  return days === 7 ? 'in a week' : `in ${days} days`
}

export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
