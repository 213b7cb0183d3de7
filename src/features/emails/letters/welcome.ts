/** `welcome-info`: all for the journey, and what is still open before it. */
import { formatMoney } from '#shared/money.ts'
import type { WelcomeContent } from '../content.ts'
import { letter, text } from './form.ts'
import type { Block, Fact, Letter, Step } from './letter.ts'
import {
  capital,
  dueWords,
  fact,
  inDays,
  openMoney,
  paySteps,
  phoneFact,
  promise,
  saveTheDates,
  smallPrint,
  stayButtonFor,
  tellSteps,
  withAndWhere,
} from './parts.ts'

export function welcomeLetter(mail: WelcomeContent): Letter {
  const { open, links, venue } = mail
  const steps = [...tellSteps(mail), ...paySteps(open, 'what is open'), ...roadSteps(mail), saveTheDates]
  return letter(mail, {
    opening: `See you ${inDays(mail.daysLeft)}`,
    preheader: preheader(mail),
    hello: 'Howdy',
    blocks: [
      text(firstWords(mail)),
      { kind: 'facts', rows: arrival(mail) },
      ...stillOpen(mail),
      ...openMoney(open),
      stayButtonFor(mail),
      { kind: 'steps', title: 'Before you set out', steps },
      promise(venue),
    ],
    footer: smallPrint(links),
  })
}

function preheader({ detailsMissing, open }: WelcomeContent): string {
  const [next] = open
  const details = detailsMissing ? ['Your details are still missing.'] : []
  const due = next ? [`${formatMoney(next.amount)} ${dueWords(next)}.`] : []
  return [...details, ...due, "Directions, packing list, the host's phone."].join(' ')
}

function firstWords({ daysLeft }: WelcomeContent): string {
  return `${capital(inDays(daysLeft))} you are here. This is what you need for the road, and what to bring.`
}

function arrival({ arrive, leave, hostCell, event, venue }: WelcomeContent): Fact[] {
  return [
    fact('Arrive', arrive),
    fact('Leave', leave),
    ...withAndWhere(event, venue),
    phoneFact('Phone', hostCell),
  ]
}

/** Says why the details are asked for: it is the last mail that does. */
function stillOpen({ detailsMissing }: WelcomeContent): Block[] {
  if (!detailsMissing) return []
  return [
    text(
      'One thing we still need, and soon: your details. The kitchen must know what you cannot eat, and help takes time to arrive, so we must know whom to call. After the event we delete them.',
    ),
  ]
}

function roadSteps({ venue, links, hostCell }: WelcomeContent): Step[] {
  return [
    {
      title: 'Take the directions along',
      text: `The last ${venue.dirtRoadMiles} miles are dirt road, and your phone has no signal there. Open the directions before you set out: your phone can keep the page, and the road as a file for its map.`,
      link: { label: 'Directions', href: links.directions },
    },
    { title: 'Pack', text: venue.packingNote, link: { label: 'Packing list', href: links.packingList } },
    {
      title: 'Call if you are late or lost',
      text: `${hostCell}, while you still have a signal.`,
      link: null,
    },
  ]
}
