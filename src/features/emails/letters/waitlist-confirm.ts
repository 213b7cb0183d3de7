/** `waitlist-confirm`: somebody has joined a waitlist with this address; the place counts once its button is pressed. */
import type { WaitlistConfirmContent } from '../content.ts'
import { letter, text } from './form.ts'
import type { Letter } from './letter.ts'
import { DELETED, whenAndWhere } from './parts.ts'

export function waitlistConfirmLetter(mail: WaitlistConfirmContent): Letter {
  const { event, venue, links, days } = mail
  return letter(mail, {
    opening: 'Take your place in line',
    preheader: 'One button, and you are on the waitlist.',
    hello: 'Howdy',
    blocks: [
      text(
        'Somebody has asked for a place on the waitlist with this address. Was it you? Press the button on the page behind this link, and the place is yours.',
      ),
      {
        kind: 'button',
        label: 'To your place',
        href: links.confirm,
        note: 'Opening the page decides nothing. It costs nothing and binds you to nothing.',
      },
      whenAndWhere(event, venue),
      text(
        `It was not you? Then do nothing. No place is held, we write no more about it, and the address is deleted after ${days} days.`,
      ),
    ],
    footer: [DELETED],
  })
}
