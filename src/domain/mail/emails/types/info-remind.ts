/** `info-remind`: asks for the final details. */
import { venue } from '#shared/venue.ts'
import {
  type Block,
  type DropReason,
  type ReservationCause,
  reservationEmail,
  type ReservationSource,
  type WrittenEmail,
} from '../definition.ts'
import {
  arrivalLink,
  companionFacts,
  daysToStart,
  hasLinksToHandOn,
  journeyProblem,
  stayLinks,
  toGuest,
} from '../shared-facts.ts'
import {
  COMPLETE_DETAILS,
  emailWithTerms,
  fact,
  factList,
  inDays,
  linksToHandOn,
  stayButton,
  text,
} from '../shared-words.ts'

const factsOf = (source: ReservationSource) => ({
  ...toGuest(source),
  /** True if the guest's own details are missing. */
  ownMissing: source.rows.detailsMissing,
  companions: companionFacts(source),
  daysLeft: daysToStart(source),
  links: stayLinks(source),
  arrival: arrivalLink(source),
})

export const infoRemind = reservationEmail({
  dropReason: (cause) => journeyProblem(cause) ?? detailsProblem(cause),
  facts: factsOf,
  words(facts) {
    const { links, daysLeft, arrival, ownMissing } = facts
    const handOn = linksToHandOn(facts.companions)
    if (!ownMissing) return onlyOthers(facts, handOn)
    const store = `The nearest store is about ${venue.groceryMinutes} minutes away, so the cook has to know before you come.`
    return emailWithTerms(facts, {
      opening: 'We still need your details',
      preheader: 'Five minutes on your own page: for the kitchen, and in case something happens.',
      blocks: [
        text(
          `You'll be here ${inDays(daysLeft)}, and we do not know yet what you can eat and whom to call. It takes five minutes on your own page. After the event we delete it.`,
        ),
        stayButton(COMPLETE_DETAILS, links),
        factList(
          fact('Kitchen', `What you cannot eat. ${store}`),
          fact('First aid', 'Your health, and whom to call. We are remote: help takes time to arrive.'),
          fact('Safety', 'That you agree to our Terms of Stay. They are short and in plain language.'),
          fact('You', 'Where to reach you, and what to call you.'),
        ),
        ...handOn,
        arrival !== null &&
          text('If you know it already,', { label: 'tell us when you come', href: arrival }),
      ],
    })
  },
})

/** Returns why the e-mail is dropped. The payer is also asked for companions without an address (R39.4). */
const detailsProblem = ({ rows }: ReservationCause): DropReason | null =>
  rows.detailsMissing || hasLinksToHandOn(rows) ? null : 'details_given'

/** Returns the text when only companions' details are missing. */
function onlyOthers(facts: ReturnType<typeof factsOf>, handOn: Block[]): WrittenEmail {
  const { daysLeft, links } = facts
  return emailWithTerms(facts, {
    opening: 'We still need details',
    preheader: 'From the people coming with you: for the kitchen, and in case something happens.',
    blocks: [
      text(`You'll be here ${inDays(daysLeft)}. We have all we need from you, thank you.`),
      ...handOn,
      stayButton('See your stay', links),
    ],
  })
}
