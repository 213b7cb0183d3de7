/** `invoice-success`: the spot is taken, or a later payment arrived. */
import { formatDay } from '#shared/days.ts'
import { formatMoney } from '#shared/money.ts'
import type { ConfirmationContent } from '../content.ts'
import { letter, text } from './form.ts'
import type { Block, Letter } from './letter.ts'
import {
  BOOTS,
  dueWords,
  type MoneyLine,
  openLines,
  paySteps,
  promise,
  saveTheDates,
  smallPrint,
  stayButtonFor,
  tellSteps,
  totalled,
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
  return isPaidUp(mail) ? 'Paid in full' : 'Payment received'
}

/** Whether all is paid: nothing is asked for, and nothing will be. */
const isPaidUp = ({ open, totalPaid, totalDue }: ConfirmationContent) =>
  open.length === 0 && totalPaid >= totalDue

function preheader(mail: ConfirmationContent): string {
  const { paid, open, price } = mail
  const [next] = open
  const received = paid ? `${formatMoney(paid.amount)} received.` : ''
  if (next) return `${received} ${formatMoney(next.amount)} ${dueWords(next)}.`.trim()
  if (paid) return isPaidUp(mail) ? `${received} Nothing left to pay.` : received
  return price === 'free' ? 'Nothing to pay. Your spot is yours.' : 'Your spot is yours.'
}

function firstWords(mail: ConfirmationContent): string {
  if (!mail.paid) {
    const nothing = mail.price === 'free' ? ', and there is nothing to pay' : ''
    return `Your spot is yours${nothing}. ${BOOTS}`
  }
  if (!isPaidUp(mail)) return `Your payment succeeded and your spot is yours. ${BOOTS}`
  return `Your payment succeeded, and with it your stay is paid in full. ${BOOTS}`
}

function money(mail: ConfirmationContent): Block[] {
  const { paid, totalPaid, totalDue, open, price } = mail
  if (!paid && price !== 'priced') return []
  const rows: MoneyLine[] = []
  const before = totalPaid - (paid?.amount ?? 0)
  if (before > 0) rows.push({ label: 'Paid before', cents: before })
  if (paid) rows.push({ label: `${paid.label}, paid on ${formatDay(paid.on)}`, cents: paid.amount })
  if (before < 0) rows.push({ label: 'Refunded since', cents: before })
  rows.push(...openLines(open))
  if (isPaidUp(mail)) rows.push({ label: 'Still due', cents: 0 })
  return [totalled(rows, totalDue)]
}
