/** `waitlist-confirm`: somebody has joined a waitlist with this address; the place counts once its button is pressed. */
import { isToConfirm, UNCONFIRMED_DAYS } from '#features/waitlist/rules.ts'
import { hasHappened } from '#features/events/rules.ts'
import { absoluteLink, placePath } from '#shared/links.ts'
import { plural } from '#shared/text.ts'
import type { DropReason, EntryCause, EntryEmail, EntrySource, WrittenEmail } from '../definition.ts'
import { toGuest } from '../shared-facts.ts'
import { button, DELETED, email, text, whenAndWhere } from '../shared-words.ts'

const factsOf = (source: EntrySource) => ({
  ...toGuest(source),
  /** After so many days without the button everything is forgotten. */
  days: UNCONFIRMED_DAYS,
  /** The number in line that the button would give now. */
  number: source.rows.waiting + 1,
  /** The number of spots that are wanted. */
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

/** Not once the button is pressed, nor when there is nothing to wait for any more. */
function dropReason({ rows: { entry, event }, today }: EntryCause): DropReason | null {
  if (event.cancelledAt !== null) return 'event_cancelled'
  if (hasHappened(event.startDateDate, today)) return 'too_late'
  return isToConfirm(entry.state) ? null : 'in_line'
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
