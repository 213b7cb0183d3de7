/** `signup-success-simple`: an admin has signed the guest up, who tells the rest and pays by the private link. */
import { formatDayRange } from '../../../shared/days.ts'
import { formatMoney } from '../../../shared/money.ts'
import type { AdminSignUpContent } from '../content.ts'
import type { Block, Letter, Step } from './letter.ts'
import {
  BOOTS,
  dueWords,
  KEEP_TO_YOURSELF,
  moneyRow,
  openRows,
  paySteps,
  promise,
  saveTheDates,
  smallPrint,
  travelSteps,
  whenAndWhere,
} from './parts.ts'

export function adminSignUpLetter(mail: AdminSignUpContent): Letter {
  const { event, venue, links } = mail
  return {
    subject: `You're signed up: ${event.name}`,
    preheader: preheader(mail),
    heading: {
      kicker: "You're signed up",
      title: event.name,
      detail: formatDayRange(event.startDateDate, event.endDateDate),
    },
    greeting: mail.guest === null ? 'Howdy,' : `Howdy ${mail.guest},`,
    blocks: [
      { kind: 'text', text: firstWords(mail), link: null },
      ...money(mail),
      { kind: 'button', label: buttonLabel(mail), href: links.reservation, note: KEEP_TO_YOURSELF },
      whenAndWhere(event, venue),
      { kind: 'steps', title: 'What to do next', steps: steps(mail) },
      promise(venue),
    ],
    footer: smallPrint(links),
  }
}

function preheader({ open, detailsTold }: AdminSignUpContent): string {
  const [next] = open
  const details = detailsTold ? [] : ['Please complete your details.']
  const due = next ? [`${formatMoney(next.amount)} ${dueWords(next)}.`] : []
  return ['Your spot is yours.', ...details, ...due].join(' ')
}

function firstWords({ open, detailsTold }: AdminSignUpContent): string {
  const signedUp = 'We have signed you up, and your spot is yours.'
  const tell = 'tell us about yourself'
  if (!detailsTold && open.length > 0)
    return `${signedUp} Two things are left, both on your own page: ${tell}, and pay for your stay.`
  if (!detailsTold) return `${signedUp} One thing is left, on your own page: ${tell}.`
  if (open.length > 0) return `${signedUp} One thing is left, on your own page: pay for your stay.`
  return `${signedUp} ${BOOTS}`
}

function buttonLabel({ open, detailsTold }: AdminSignUpContent): string {
  if (!detailsTold) return open.length > 0 ? 'Complete your details and pay' : 'Complete your details'
  return open.length > 0 ? 'See your stay and pay' : 'See your stay'
}

function money({ totalPaid, totalDue, open }: AdminSignUpContent): Block[] {
  if (totalDue === 0 && open.length === 0) return []
  const paid = totalPaid > 0 ? [moneyRow('Paid so far', totalPaid)] : []
  const total = moneyRow('Total for your stay', totalDue, 'total')
  return [{ kind: 'money', rows: [...paid, ...openRows(open), total] }]
}

function steps({ open, links, venue, detailsTold }: AdminSignUpContent): Step[] {
  const tell: Step = {
    title: 'Tell us about yourself',
    text: 'Where to reach you, whom to call, what you cannot eat. It takes five minutes on your page above.',
    link: null,
  }
  const [first = [], rest = []] = open.length > 1 ? [open.slice(0, 1), open.slice(1)] : [open]
  const pay = [
    ...paySteps(first, open.length > 1 ? 'the deposit' : 'for your stay'),
    ...paySteps(rest, 'the rest'),
  ]
  return [...(detailsTold ? [] : [tell]), ...pay, saveTheDates, ...travelSteps(links, venue)]
}
