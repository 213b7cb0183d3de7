/** `signup-success-simple`: an admin has signed the guest up, who tells the rest and pays by the private link. */
import { invoiceLabel } from '#shared/invoice-label.ts'
import { formatMoney } from '#shared/money.ts'
import type { AdminSignUpContent } from '../content.ts'
import { letter, text } from './form.ts'
import type { Block, Letter, Step } from './letter.ts'
import {
  BOOTS,
  dueWords,
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

export function adminSignUpLetter(mail: AdminSignUpContent): Letter {
  const { event, venue, links } = mail
  const steps = [...tellSteps(mail), ...payStepsOf(mail), saveTheDates, ...travelSteps(links, venue)]
  return letter(mail, {
    opening: "You're signed up",
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

function preheader({ open, detailsMissing }: AdminSignUpContent): string {
  const [next] = open
  const details = detailsMissing ? ['Please complete your details.'] : []
  const due = next ? [`${formatMoney(next.amount)} ${dueWords(next)}.`] : []
  return ['Your spot is yours.', ...details, ...due].join(' ')
}

function firstWords({ open, detailsMissing, totalPaid }: AdminSignUpContent): string {
  const signedUp = 'We have signed you up, and your spot is yours.'
  const tell = 'tell us about yourself'
  const pay = totalPaid > 0 ? 'pay the rest' : 'pay for your stay'
  if (detailsMissing && open.length > 0)
    return `${signedUp} Two things are left, both on your own page: ${tell}, and ${pay}.`
  if (detailsMissing) return `${signedUp} One thing is left, on your own page: ${tell}.`
  if (open.length > 0) return `${signedUp} One thing is left, on your own page: ${pay}.`
  return `${signedUp} ${BOOTS}`
}

function money({ totalPaid, totalDue, open }: AdminSignUpContent): Block[] {
  if (totalDue === 0 && open.length === 0) return []
  const paid = totalPaid > 0 ? [{ label: 'Paid so far', cents: totalPaid }] : []
  return [totalled([...paid, ...openLines(open)], totalDue)]
}

const DEPOSIT = invoiceLabel({ purpose: 'deposit', description: null, partOfPrice: true })

/** The steps of paying: of two that begin with the deposit the second is the rest. */
function payStepsOf({ open, totalPaid }: AdminSignUpContent): Step[] {
  if (totalPaid > 0) return paySteps(open, 'the rest')
  if (open.length !== 2 || open[0]?.label !== DEPOSIT) return paySteps(open, 'for your stay')
  return [...paySteps(open.slice(0, 1), 'the deposit'), ...paySteps(open.slice(1), 'the rest')]
}
