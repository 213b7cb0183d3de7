/** `lost-link`: sends an address its private links after someone asked for them. */
import { privateLink } from '#shared/links.ts'
import { isActive } from '#shared/reservation-status.ts'
import { oneLine } from '#shared/text.ts'
import { greetingName } from '../addresses.ts'
import { type Block, reservationEmail, type ReservationSource } from '../definition.ts'
import { button, DELETED, fact, factList, text, when } from '../shared-words.ts'

export const lostLink = reservationEmail({
  dropReason({ rows: { reservation, event }, today }) {
    if (!isActive(reservation.status)) return 'not_standing'
    return today > event.endDateDate ? 'over' : null
  },
  facts: factsOf,
  words({ guest, stays }) {
    const one = stays.length === 1
    const title = one ? 'Your private link' : 'Your private links'
    return {
      subject: `${title}, as you asked`,
      preheader: one ? 'The link to your page.' : 'One for each stay.',
      heading: { kicker: 'Lost and found', title, detail: 'As you asked' },
      greeting: guest === null ? 'Howdy,' : `Howdy ${guest},`,
      blocks: [
        text(
          one
            ? 'Here is the link to the page of your stay.'
            : 'Here are the links to the pages of your stays.',
        ),
        ...stays.flatMap(stayBlocks),
        text(
          'Anyone with the link can see what you told us, so keep it to yourself. You did not ask for it? Then somebody typed your address into our form. They saw nothing, and nothing has changed.',
        ),
      ],
      footer: [DELETED],
    }
  },
  listsStays: true,
})

function factsOf({ stays, publicUrl }: Pick<ReservationSource, 'stays' | 'publicUrl'>) {
  const names = new Set(stays.map(greetingName))
  const [name = null] = names
  const ofOne = names.size === 1
  return {
    /** Null for a greeting without a name, for example if the stays belong to several people. */
    guest: ofOne ? name : null,
    /** Earliest first, never empty. `guest` names the person if the stays belong to several people. */
    stays: stays.map((stay) => ({
      event: { ...stay.event, name: oneLine(stay.event.name) },
      guest: ofOne ? null : greetingName(stay),
      link: privateLink(publicUrl, stay.uuid),
    })),
  }
}

function stayBlocks({ event, guest, link }: ReturnType<typeof factsOf>['stays'][number]): Block[] {
  const whose = guest === null ? [] : [fact('Guest', guest)]
  return [factList(fact('Event', event.name), when(event), ...whose), button('Open your page', link)]
}
