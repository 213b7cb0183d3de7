/** `invoice-success`: the spot is taken, or a later payment arrived. */
import { formatDay } from '../../../shared/days.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { ConfirmationContent } from '../content.ts'
import { letter, text } from './form.ts'
import type { Block, Letter, MoneyRow } from './letter.ts'
import {
  BOOTS,
  dueWords,
  moneyRow,
  openRows,
  paySteps,
  promise,
  saveTheDates,
  smallPrint,
  stayButtonFor,
  tellSteps,
  travelSteps,
  whenAndWhere,
} from './parts.ts'

export function confirmationLetter(mail: ConfirmationContent): Letter {
  const { event, venue, links, open } = mail
  const steps = [
    ...tellSteps(mail),
    ...paySteps(open, 'the rest'),
    saveTheDates,
    ...travelSteps(links, venue),
  ]
  return letter(mail, {
    opening: opening(mail),
    preheader: preheader(mail),
    hello: 'Howdy',
    blocks: [
      text(firstWords(mail)),
      ...money(mail),
      stayButtonFor(mail),
      whenAndWhere(event, venue),
      { kind: 'steps', title: 'What to do next', steps },
      promise(venue),
    ],
    footer: smallPrint(links),
  })
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
  if (!mail.paid) {
    const nothing = mail.price === 'free' ? ', and there is nothing to pay' : ''
    return `Your spot is yours${nothing}. ${BOOTS}`
  }
  if (mail.open.length > 0) return `Your payment succeeded and your spot is yours. ${BOOTS}`
  return `Your payment succeeded, and with it your stay is paid in full. ${BOOTS}`
}

function money({ paid, totalPaid, totalDue, open, price }: ConfirmationContent): Block[] {
  if (!paid && price !== 'priced') return []
  const rows: MoneyRow[] = []
  const before = totalPaid - (paid?.amount ?? 0)
  if (before > 0) rows.push(moneyRow('Paid before', before))
  if (paid) rows.push(moneyRow(`${paid.label}, paid on ${formatDay(paid.on)}`, paid.amount))
  rows.push(...openRows(open))
  if (open.length === 0) rows.push(moneyRow('Still due', 0))
  rows.push(moneyRow('Total for your stay', totalDue, 'total'))
  return [{ kind: 'money', rows }]
}
