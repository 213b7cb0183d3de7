/** `invoice-success`: the spot is taken, or a later payment arrived. */
import { formatDay, formatDayRange } from '../../../shared/days.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { ConfirmationContent, OpenInvoice } from '../content.ts'
import type { Block, Letter, MoneyRow, Step } from './letter.ts'

export function confirmationLetter(mail: ConfirmationContent): Letter {
  const { event, venue, links } = mail
  return {
    subject: `${opening(mail)}: ${event.name}`,
    preheader: preheader(mail),
    heading: {
      kicker: opening(mail),
      title: event.name,
      detail: formatDayRange(event.startDateDate, event.endDateDate),
    },
    greeting: mail.guest === null ? 'Howdy,' : `Howdy ${mail.guest},`,
    blocks: [
      { kind: 'text', text: firstWords(mail), link: null },
      ...money(mail),
      {
        kind: 'button',
        label: mail.open.length > 0 ? 'See your stay, pay the rest' : 'See your stay',
        href: links.reservation,
        note: 'This page is yours alone: whoever has the link can see what you told us, so keep it to yourself.',
      },
      {
        kind: 'facts',
        rows: [
          { label: 'When', value: formatDayRange(event.startDateDate, event.endDateDate) },
          ...(event.host ? [{ label: 'With', value: event.host }] : []),
          { label: 'Where', value: `${venue.location}. ${venue.locationNote}.` },
        ],
      },
      { kind: 'steps', title: 'What to do next', steps: steps(mail) },
      {
        kind: 'promise',
        title: 'Our promise',
        text: `The nearest grocery store is about ${venue.groceryMinutes} minutes away. If there is something you need, tell us, and we will help you get it.`,
      },
    ],
    footer: [
      {
        text: 'Plans change. What happens then is in our',
        link: { label: 'Terms of Stay', href: links.terms },
      },
      { text: 'What you told us about yourself is deleted after the event.', link: null },
    ],
  }
}

function opening(mail: ConfirmationContent): string {
  if (mail.occasion === 'signed-up') return "You're in"
  return mail.open.length > 0 ? 'Payment received' : 'Paid in full'
}

function preheader({ paid, open, price }: ConfirmationContent): string {
  const [next] = open
  const received = paid ? `${formatMoney(paid.amount)} received.` : ''
  if (next) return `${received} ${formatMoney(next.amount)} ${dueWords(next)}.`.trim()
  if (paid) return `${received} Nothing left to pay.`
  return price === 'free' ? 'Nothing to pay. Your spot is yours.' : 'Your spot is yours.'
}

function firstWords(mail: ConfirmationContent): string {
  const boots = "Grab your boots and we'll see you soon."
  if (!mail.paid) {
    const nothing = mail.price === 'free' ? ', and there is nothing to pay' : ''
    return `Your spot is yours${nothing}. ${boots}`
  }
  if (mail.open.length > 0) return `Your payment succeeded and your spot is yours. ${boots}`
  return `Your payment succeeded, and with it your stay is paid in full. ${boots}`
}

function money({ paid, totalPaid, totalDue, open, price }: ConfirmationContent): Block[] {
  if (!paid && price !== 'priced') return []
  const rows: MoneyRow[] = []
  const before = totalPaid - (paid?.amount ?? 0)
  if (before > 0) rows.push({ label: 'Paid before', amount: formatMoney(before), tone: 'plain' })
  if (paid)
    rows.push({ label: `Paid on ${formatDay(paid.on)}`, amount: formatMoney(paid.amount), tone: 'plain' })
  for (const invoice of open)
    rows.push({ label: capital(dueWords(invoice)), amount: formatMoney(invoice.amount), tone: 'plain' })
  if (open.length === 0) rows.push({ label: 'Still due', amount: formatMoney(0), tone: 'plain' })
  rows.push({ label: 'Total for your stay', amount: formatMoney(totalDue), tone: 'total' })
  return [{ kind: 'money', rows }]
}

function steps({ open, links, venue }: ConfirmationContent): Step[] {
  const pay = open.map((invoice) => ({
    title: invoice.due && !invoice.dueNow ? `Pay the rest by ${formatDay(invoice.due)}` : 'Pay the rest',
    text: `${formatMoney(invoice.amount)}, on your page above. Any day before is fine too.`,
    link: null,
  }))
  return [
    { title: 'Save the dates', text: 'The calendar file in this mail has them.', link: null },
    ...pay,
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

function dueWords({ due, dueNow }: OpenInvoice): string {
  if (dueNow) return 'due now'
  return due === null ? 'still due' : `due by ${formatDay(due)}`
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
