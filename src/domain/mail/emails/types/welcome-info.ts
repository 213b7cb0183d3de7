/** `welcome-info`: everything for the trip, and what is still open. Asks for missing details too. */
import { formatMoney } from '#shared/money.ts'
import { oneLine } from '#shared/text.ts'
import { venue } from '#shared/venue.ts'
import { type Block, reservationEmail, type ReservationSource, type Step } from '../definition.ts'
import { arrivalLink, datedStay, daysToStart, journeyProblem } from '../shared-facts.ts'
import {
  dueWords,
  emailWithTerms,
  fact,
  factList,
  inDays,
  linksToHandOn,
  openMoney,
  paySteps,
  phoneFact,
  PROMISE,
  SAVE_THE_DATES,
  stayButtonFor,
  step,
  steps,
  tellSteps,
  text,
  withAndWhere,
} from '../shared-words.ts'

type Facts = ReturnType<typeof factsOf>

export const welcomeInfo = reservationEmail({
  dropReason: journeyProblem,
  facts: factsOf,
  words(facts) {
    const { open, event, arrive, leave, hostCell, daysLeft } = facts
    const toDo = [
      ...tellSteps(facts),
      ...arrivalSteps(facts),
      ...paySteps(open, 'what is open'),
      ...roadSteps(facts),
      SAVE_THE_DATES,
    ]
    return emailWithTerms(facts, {
      opening: `See you ${inDays(daysLeft)}`,
      preheader: preheader(facts),
      blocks: [
        text(`You'll be here ${inDays(daysLeft)}. This is what you need for the road, and what to bring.`),
        factList(
          fact('Arrive', arrive),
          fact('Leave', leave),
          ...withAndWhere(event),
          phoneFact('Phone', hostCell),
        ),
        ...askForDetails(facts),
        ...openMoney(open),
        stayButtonFor(facts),
        ...linksToHandOn(facts.companions),
        steps('Before you set out', ...toDo),
        PROMISE,
      ],
    })
  },
  attachesDates: () => true,
})

function factsOf(source: ReservationSource) {
  const { event } = source.rows
  return {
    ...datedStay(source),
    daysLeft: daysToStart(source),
    hostCell: oneLine(event.hostCell),
    arrival: arrivalLink(source),
  }
}

function preheader({ detailsMissing, open }: Facts): string {
  const [next] = open
  const details = detailsMissing ? ['Your details are still missing.'] : []
  const due = next ? [`${formatMoney(next.amount)} ${dueWords(next)}.`] : []
  return [...details, ...due, "Directions, packing list, the host's phone."].join(' ')
}

/** Explains why the details are needed, because no later e-mail asks for them. */
function askForDetails({ detailsMissing }: Facts): Block[] {
  if (!detailsMissing) return []
  return [
    text(
      'One thing we still need, and soon: your details. The kitchen needs to know what you cannot eat, and help takes time to arrive, so we need to know whom to call. We delete them after the event.',
    ),
  ]
}

function arrivalSteps({ arrival }: Facts): Step[] {
  if (arrival === null) return []
  const why = 'The day, the hour, and whether you drive. We look out for you where phones have no signal.'
  return [step('Tell us when you come', why, { label: 'When you come', href: arrival })]
}

function roadSteps({ links, hostCell }: Facts): Step[] {
  const road = `The last ${venue.dirtRoadMiles} miles are dirt road, and your phone has no signal there. Open the directions before you set out: your phone can keep the page, and the road as a file for its map.`
  return [
    step('Take the directions along', road, { label: 'Directions', href: links.directions }),
    step('Pack', venue.packingNote, { label: 'Packing list', href: links.packingList }),
    step('Call if you are late or lost', `${hostCell}, while you still have a signal.`),
  ]
}
