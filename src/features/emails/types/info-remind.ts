/** `info-remind`: asks for the final details. */
import { venue } from '#shared/venue.ts'
import type { StayEmail, StaySource, WrittenEmail } from '../definition.ts'
import { arrivalLink, daysToStart, journeyProblem, stayLinks, toGuest } from '../shared-facts.ts'
import {
  COMPLETE_DETAILS,
  email,
  fact,
  factList,
  inDays,
  smallPrint,
  stayButton,
  text,
} from '../shared-words.ts'

type Facts = ReturnType<typeof factsOf>

export const infoRemind: StayEmail<Facts> = {
  about: 'reservation',
  dropReason: (cause) => journeyProblem(cause) ?? (cause.rows.detailsMissing ? null : 'details_given'),
  facts: factsOf,
  words,
}

function factsOf(source: StaySource) {
  return {
    ...toGuest(source),
    daysLeft: daysToStart(source),
    links: stayLinks(source),
    arrival: arrivalLink(source),
  }
}

function words(facts: Facts): WrittenEmail {
  const { links, daysLeft, arrival } = facts
  const store = `The nearest store is about ${venue.groceryMinutes} minutes away, so the cook has to know before you come.`
  return email(facts, {
    opening: 'We still need your details',
    preheader: 'Five minutes on your own page: for the kitchen, and in case something happens.',
    hello: 'Howdy',
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
      ...(arrival === null
        ? []
        : [text('If you know it already,', { label: 'tell us when you come', href: arrival })]),
    ],
    footer: smallPrint(links),
  })
}
