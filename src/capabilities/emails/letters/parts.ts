/** What the letters about a coming stay have in common. */
import { formatDay, formatDayRange } from '../../../shared/days.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { MailEvent, OpenInvoice, StayLinks, Venue } from '../content.ts'
import type { Block, MoneyRow, Paragraph, Step } from './letter.ts'

export const BOOTS = "Grab your boots and we'll see you soon."

/** Whoever has the private link can read what the guest told us. */
export const KEEP_TO_YOURSELF =
  'This page is yours alone: whoever has the link can see what you told us, so keep it to yourself.'

export function whenAndWhere(event: MailEvent, venue: Venue): Block {
  return {
    kind: 'facts',
    rows: [
      { label: 'When', value: formatDayRange(event.startDateDate, event.endDateDate) },
      ...(event.host ? [{ label: 'With', value: event.host }] : []),
      { label: 'Where', value: `${venue.location}. ${venue.locationNote}.` },
    ],
  }
}

export function moneyRow(label: string, cents: number, tone: MoneyRow['tone'] = 'plain'): MoneyRow {
  return { label, amount: formatMoney(cents), tone }
}

export function openRows(open: OpenInvoice[]): MoneyRow[] {
  return open.map((invoice) => moneyRow(capital(dueWords(invoice)), invoice.amount))
}

export const saveTheDates: Step = {
  title: 'Save the dates',
  text: 'The calendar file in this mail has them.',
  link: null,
}

/** `what`: the end of "Pay …". */
export function paySteps(open: OpenInvoice[], what: string): Step[] {
  return open.map(({ amount, due, dueNow }) => {
    const later = due !== null && !dueNow
    return {
      title: later ? `Pay ${what} by ${formatDay(due)}` : `Pay ${what}`,
      text: `${formatMoney(amount)}, on your page above.${later ? ' Any day before is fine too.' : ''}`,
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

export function smallPrint(links: StayLinks): Paragraph[] {
  return [
    {
      text: 'Plans change. What happens then is in our',
      link: { label: 'Terms of Stay', href: links.terms },
    },
    { text: 'What you told us about yourself is deleted after the event.', link: null },
  ]
}

export function dueWords({ due, dueNow }: OpenInvoice): string {
  if (dueNow) return 'due now'
  return due === null ? 'still due' : `due by ${formatDay(due)}`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
