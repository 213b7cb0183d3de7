/**
 * `waitlist-confirm`: asks the owner of an address to confirm a waitlist entry. The entry is on the waitlist only
 * once the button is pressed.
 */
import { canConfirm, UNCONFIRMED_DAYS } from '#domain/booking/waitlist/rules.ts'
import { hasHappened } from '#domain/events/rules.ts'
import { absoluteLink, placePath } from '#shared/links.ts'
import { plural } from '#shared/text.ts'
import { EventLetter } from '../../layout/event-letter.tsx'
import { WhenAndWhere } from '../../layout/fact-list.tsx'
import { MainButton } from '../../layout/main-button.tsx'
import { Paragraph } from '../../layout/text.tsx'
import type { DropReason, EntryCause, EntryEmail, EntrySource } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { guestFacts } from '../facts/reservation.ts'

const OPENING = 'Take your place in line'

const factsOf = (source: EntrySource) => ({
  ...guestFacts(source),
  days: UNCONFIRMED_DAYS,
  /** The position that the entry would get if its button were pressed now. */
  number: source.rows.waiting + 1,
  size: source.rows.entry.size,
  links: { confirm: absoluteLink(source.publicUrl, placePath(source.rows.entry.uuid)) },
})

type Facts = ReturnType<typeof factsOf>

export const waitlistConfirm: EntryEmail<Facts> = {
  about: 'waitlist-entry',
  dropReason,
  facts: factsOf,
  subject: ({ event }) => eventSubject(OPENING, event),
  preview: () => 'One button, and you are on the waitlist.',
  Content: WaitlistConfirm,
}

/** Returns why the e-mail is dropped: the entry is already confirmed, or the event has started or was canceled. */
function dropReason({ rows: { entry, event }, today }: EntryCause): DropReason | null {
  if (event.cancelledAt !== null) return 'event_cancelled'
  if (hasHappened(event.startDateDate, today)) return 'too_late'
  return canConfirm(entry.state) ? null : 'in_line'
}

function WaitlistConfirm(facts: Facts) {
  const { event, links, days, number, size } = facts
  return (
    <EventLetter {...facts} kicker={OPENING}>
      <Paragraph>
        Somebody has asked for a place on the waitlist{size > 1 && ` for ${plural(size, 'spot')}`} with this
        address. Was it you? Press the button on the page behind this link, and the place is yours: number{' '}
        {number} in line as it stands now.
      </Paragraph>
      <MainButton
        href={links.confirm}
        note="Opening the page commits you to nothing, and a place in line costs nothing."
      >
        To your place
      </MainButton>
      <WhenAndWhere event={event} />
      <Paragraph>
        Keep this email: the same link shows your place at any time. There you can also leave the waitlist;
        your name and address are then deleted at once.
      </Paragraph>
      <Paragraph>
        If it was not you, do nothing. No place is held, we will not write again, and the address is deleted
        after {days} days.
      </Paragraph>
    </EventLetter>
  )
}
