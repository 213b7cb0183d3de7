/** `dates-moved`: the event has other days now, and what that means for a stay. */
import type { DatesMovedContent } from '../content.ts'
import { letter, text } from './form.ts'
import type { Letter } from './letter.ts'
import { fact, openMoney, smallPrint, stayButtonFor, withAndWhere } from './parts.ts'

export function datesMovedLetter(mail: DatesMovedContent): Letter {
  const { arrive, leave, event, venue, open, links } = mail
  return letter(mail, {
    opening: 'New dates',
    kicker: 'The dates have changed',
    preheader: 'We had to move it. Your spot is kept.',
    hello: 'Hello',
    blocks: [
      text('We had to move this event to other days. Your spot is kept, and nothing that you paid is lost.'),
      {
        kind: 'facts',
        rows: [fact('Arrive', arrive), fact('Leave', leave), ...withAndWhere(event, venue)],
      },
      text(
        `The calendar file in this mail has the new dates; take the old ones out.${
          open.length > 0 ? ' What is still open may be due on another day now:' : ''
        }`,
      ),
      ...openMoney(open),
      stayButtonFor(mail),
      text('If you cannot come on the new days, answer this mail, and we will find a way.'),
    ],
    footer: smallPrint(links),
  })
}
