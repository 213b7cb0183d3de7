/** `info-remind` and `invoice-remind`: what is still open before a stay. */
import { formatDay } from '#shared/days.ts'
import { formatMoney } from '#shared/money.ts'
import type { InfoRemindContent, InvoiceRemindContent } from '../content.ts'
import { letter, text } from './form.ts'
import type { Block, Letter } from './letter.ts'
import {
  capital,
  COMPLETE_DETAILS,
  fact,
  inDays,
  moneyRow,
  openRows,
  smallPrint,
  stayButton,
  whenAndWhere,
} from './parts.ts'

export function infoRemindLetter(mail: InfoRemindContent): Letter {
  const { venue, links, daysLeft } = mail
  const store = `The nearest store is about ${venue.groceryMinutes} minutes away, so the cook has to know before you come.`
  return letter(mail, {
    opening: 'We still need your details',
    preheader: 'Five minutes on your own page: for the kitchen, and in case something happens.',
    hello: 'Howdy',
    blocks: [
      text(
        `${capital(inDays(daysLeft))} you are here, and we do not know yet what you can eat and whom to call. It takes five minutes on your own page. After the event we delete it.`,
      ),
      stayButton(COMPLETE_DETAILS, links),
      {
        kind: 'facts',
        rows: [
          fact('Kitchen', `What you cannot eat. ${store}`),
          fact('First aid', 'Your health, and whom to call. We are remote: help takes time to arrive.'),
          fact('Safety', 'That you agree to our Terms of Stay. They are short and in plain language.'),
          fact('You', 'Where to reach you, and what to call you.'),
        ],
      },
    ],
    footer: smallPrint(links),
  })
}

export function invoiceRemindLetter(mail: InvoiceRemindContent): Letter {
  const { event, venue, links, invoice } = mail
  const amount = formatMoney(invoice.amount)
  return letter(mail, {
    opening: `Payment ${dueInWords(mail)}`,
    preheader: preheader(mail),
    hello: 'Howdy',
    blocks: [
      text(firstWords(mail)),
      money(mail),
      stayButton(`Pay ${amount}`, links),
      whenAndWhere(event, venue),
    ],
    footer: smallPrint(links),
  })
}

function dueInWords({ invoice: { daysLeft } }: InvoiceRemindContent): string {
  if (daysLeft === null) return 'still open'
  return daysLeft < 0 ? 'past due' : `due ${inDays(daysLeft)}`
}

function preheader({ invoice: { label, amount, due, daysLeft }, others }: InvoiceRemindContent): string {
  const sum = `${label}: ${formatMoney(amount)}`
  const more = others.length > 0 ? ' More is open too.' : ''
  if (due === null || daysLeft === null) return `${sum} is still to be paid, on your own page.${more}`
  return `${sum} ${daysLeft < 0 ? 'was due on' : 'is due by'} ${formatDay(due)}. You pay on your own page.${more}`
}

function firstWords({ invoice: { label, amount, due, daysLeft } }: InvoiceRemindContent): string {
  const sum = `${label}: ${formatMoney(amount)}`
  if (due === null || daysLeft === null) return `${sum} is still to be paid. Any day is fine.`
  if (daysLeft > 0) return `${sum} is due by ${formatDay(due)}. Any day before is fine too.`
  if (daysLeft === 0) return `${sum} is due today.`
  return `${sum} was due on ${formatDay(due)}, and has not reached us. If it is on its way, never mind this mail.`
}

function money({ invoice, others }: InvoiceRemindContent): Block {
  const { amount, due, daysLeft } = invoice
  const when = due === null || daysLeft === null ? 'still due' : dueLabel(daysLeft, formatDay(due))
  const sum = others.reduce((total, other) => total + other.amount, amount)
  const total = others.length > 0 ? [moneyRow('Open in all', sum, 'total')] : []
  return {
    kind: 'money',
    rows: [moneyRow(`${invoice.label}, ${when}`, amount), ...openRows(others), ...total],
  }
}

function dueLabel(daysLeft: number, day: string): string {
  if (daysLeft === 0) return 'due today'
  return daysLeft < 0 ? `was due on ${day}` : `due by ${day}`
}
