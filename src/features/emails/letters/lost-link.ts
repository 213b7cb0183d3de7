/** `lost-link`: the private links of an address, because somebody who gave it asked for them. */
import { formatDayRange } from '#shared/days.ts'
import type { LostLinkContent } from '../content.ts'
import { text } from './form.ts'
import type { Block, Letter } from './letter.ts'
import { DELETED } from './parts.ts'

export function lostLinkLetter({ guest, stays }: LostLinkContent): Letter {
  const one = stays.length === 1
  const title = one ? 'Your private link' : 'Your private links'
  return {
    subject: one ? 'Your private link, as you asked' : 'Your private links, as you asked',
    preheader: one ? 'The way back to your page.' : 'One for each stay.',
    heading: { kicker: 'Lost and found', title, detail: 'As you asked' },
    greeting: guest === null ? 'Howdy,' : `Howdy ${guest},`,
    blocks: [
      text(
        one
          ? 'Here is the way back to the page of your stay.'
          : 'Here is the way back to the pages of your stays.',
      ),
      ...stays.flatMap(stayBlocks),
      text(
        'Whoever has such a link can see what you told us, so keep it to yourself. You did not ask for it? Then somebody typed your address into our form. They saw nothing, and nothing has changed.',
      ),
    ],
    footer: [DELETED],
  }
}

const row = (label: string, value: string) => ({ label, value, href: null })

function stayBlocks({ event, guest, link }: LostLinkContent['stays'][number]): Block[] {
  const rows = [
    row('Event', event.name),
    row('When', formatDayRange(event.startDateDate, event.endDateDate)),
    ...(guest === null ? [] : [row('Guest', guest)]),
  ]
  return [
    { kind: 'facts', rows },
    { kind: 'button', label: 'Open your page', href: link, note: null },
  ]
}
