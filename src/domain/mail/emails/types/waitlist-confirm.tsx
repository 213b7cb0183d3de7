/**
 * `waitlist-confirm`: asks the owner of an e-mail address to confirm a waitlist entry. The entry counts only once the
 * owner has pressed the e-mail's button.
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

const OPENING = 'Confirm your place on the waitlist'

const factsOf = (source: EntrySource) => ({
  ...guestFacts(source),
  days: UNCONFIRMED_DAYS,
  /** The position that the entry would get if the owner pressed the button now. */
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
  preview: () => 'Press one button, and you’re on the waitlist.',
  Content: WaitlistConfirm,
}

/**
 * Returns why the site drops the e-mail: the entry is already confirmed, or the event has started or was canceled.
 * Returns null otherwise.
 */
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
        Someone asked to join the waitlist{size > 1 && ` for ${plural(size, 'spot')}`} with this email
        address. Was it you? Open the page below and press the button there. Right now, you would be number{' '}
        {number}.
      </Paragraph>
      <MainButton
        href={links.confirm}
        note="Opening the page doesn’t commit you to anything. Waiting is free."
      >
        See your place
      </MainButton>
      <WhenAndWhere event={event} />
      <Paragraph>
        Keep this email. Its link always shows your place on the waitlist. You can also leave the waitlist
        there. We then delete your name and address immediately.
      </Paragraph>
      <Paragraph>
        If it wasn’t you, do nothing. We won’t email you again. After {days} days, we’ll delete this email
        address and the name that came with it.
      </Paragraph>
    </EventLetter>
  )
}
