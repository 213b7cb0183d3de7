/**
 * `waitlist-confirm`: asks the owner of an address to confirm a waitlist entry. It counts once the button is pressed.
 */
import { canConfirm, UNCONFIRMED_DAYS } from '#domain/booking/waitlist/rules.ts'
import { hasHappened } from '#domain/events/rules.ts'
import { absoluteLink, placePath } from '#shared/links.ts'
import { plural } from '#shared/text.ts'
import type { DropReason, EntryCause, EntryEmail, EntrySource, WrittenEmail } from '../definition.ts'
import { toGuest } from '../shared-facts.ts'
import { button, DELETED, email, text, whenAndWhere } from '../shared-words.ts'

const factsOf = (source: EntrySource) => ({
  ...toGuest(source),
  /** Unconfirmed entries are deleted after this many days. */
  days: UNCONFIRMED_DAYS,
  /** The position that the entry would get if confirmed now. */
  number: source.rows.waiting + 1,
  /** The number of spots that the entry wants. */
  size: source.rows.entry.size,
  links: { confirm: absoluteLink(source.publicUrl, placePath(source.rows.entry.uuid)) },
})

type Facts = ReturnType<typeof factsOf>

export const waitlistConfirm: EntryEmail<Facts> = {
  about: 'waitlist-entry',
  dropReason,
  facts: factsOf,
  words,
}

/** Returns why the e-mail is dropped: the entry is confirmed, or the event has started or was canceled. */
function dropReason({ rows: { entry, event }, today }: EntryCause): DropReason | null {
  if (event.cancelledAt !== null) return 'event_cancelled'
  if (hasHappened(event.startDateDate, today)) return 'too_late'
  return canConfirm(entry.state) ? null : 'in_line'
}

function words(facts: Facts): WrittenEmail {
  const { event, links, days, number, size } = facts
  const wanted = size === 1 ? '' : ` for ${plural(size, 'spot')}`
  return email(facts, {
    opening: 'Take your place in line',
    preheader: 'One button, and you are on the waitlist.',
    blocks: [
      text(
        `Somebody has asked for a place on the waitlist${wanted} with this address. Was it you? Press the button on the page behind this link, and the place is yours: number ${number} in line as it stands now.`,
      ),
      button(
        'To your place',
        links.confirm,
        'Opening the page commits you to nothing, and a place in line costs nothing.',
      ),
      whenAndWhere(event),
      text(
        'Keep this email: the same link shows your place at any time. There you can also leave the waitlist; your name and address are then deleted at once.',
      ),
      text(
        `If it was not you, do nothing. No place is held, we will not write again, and the address is deleted after ${days} days.`,
      ),
    ],
    footer: [DELETED],
  })
}
