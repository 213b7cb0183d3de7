/**
 * `confirm-spots`: asks the owner of an e-mail address whether they signed up for spots that cost nothing now. The
 * e-mail's button confirms the spots (R46.2).
 */
import { isPaidToConfirm } from '#domain/booking/domain/mailbox.ts'
import { hasHappened } from '#domain/events/rules.ts'
import { formatInstant } from '#shared/format-days.ts'
import { absoluteLink, confirmSpotsPath } from '#shared/links.ts'
import { isHeld } from '#shared/reservation-status.ts'
import { EventLetter } from '../../layout/event-letter.tsx'
import { WhenAndWhere } from '../../layout/fact-list.tsx'
import { OpenInvoices } from '../../layout/invoices.tsx'
import { MainButton } from '../../layout/main-button.tsx'
import { Paragraph } from '../../layout/text.tsx'
import {
  type DropReason,
  type ReservationCause,
  reservationEmail,
  type ReservationSource,
} from '../definition.ts'
import { choicesOf } from '../facts/choices.ts'
import { eventSubject } from '../facts/event.ts'
import { openInvoices } from '../facts/invoices.ts'
import { guestFacts } from '../facts/reservation.ts'

export const confirmSpots = reservationEmail({
  dropReason,
  facts: factsOf,
  subject: (facts) => eventSubject(opening(facts), facts.event),
  preview: ({ spots }) =>
    `Press one button, and ${spots === 1 ? 'your spot is' : `your ${spots} spots are`} yours.`,
  Content: ConfirmSpots,
})

/**
 * Returns why the site drops the e-mail, or null to send it. Its button must still work: the spots are held, and no
 * payment is needed to confirm them.
 */
function dropReason(cause: ReservationCause): DropReason | null {
  const { reservation, event, invoices } = cause.rows
  if (event.cancelledAt !== null) return 'event_cancelled'
  if (hasHappened(event.startDateDate, cause.today)) return 'too_late'
  const { holdExpiresAt: until } = reservation
  if (!isHeld(reservation) || until === null || until <= cause.now) return 'not_held'
  return invoices.some(isPaidToConfirm) ? 'to_be_paid' : null
}

function factsOf(source: ReservationSource) {
  const { publicUrl, mailboxToken, rows, party } = source
  const { id, holdExpiresAt, replacesId, price } = rows.reservation
  return {
    ...guestFacts(source),
    spots: Math.max(1, party.filter(isHeld).length),
    /** The names of the companions. Omits names that are not safe to write. */
    companions: party.flatMap((member) => (member.id !== id && isHeld(member) ? (member.name ?? []) : [])),
    takesOver: replacesId !== null,
    choices: choicesOf(source),
    /** True if the stay costs nothing, because the event is free or because of a code. */
    isFree: price === 0 && (rows.event.cost === 0 || rows.discount > 0),
    /** The invoices that the guest must pay after confirming. */
    open: openInvoices(source),
    until: holdExpiresAt === null ? '' : formatInstant(holdExpiresAt),
    links: { confirm: absoluteLink(publicUrl, confirmSpotsPath(mailboxToken)) },
  }
}

type Facts = ReturnType<typeof factsOf>

const opening = ({ spots }: Facts) => (spots === 1 ? 'Confirm your spot' : 'Confirm your spots')

function ConfirmSpots(facts: Facts) {
  const { event, links, spots, until, takesOver, choices, isFree, open } = facts
  const isOne = spots === 1
  return (
    <EventLetter {...facts} kicker={opening(facts)}>
      <Paragraph>
        Someone signed up with this email address{withWhom(facts)}. Was it you? We’re holding{' '}
        {isOne ? 'your spot' : `your ${spots} spots`} until {until} ranch time. Open the page below and press
        the button there, and {isOne ? 'it’s' : 'they’re'} yours.
      </Paragraph>
      <MainButton
        href={links.confirm}
        note="Opening the page doesn’t confirm anything yet. Confirming is free."
      >
        {isOne ? 'See your spot' : 'See your spots'}
      </MainButton>
      {open.length > 0 && <Paragraph>Once you confirm, this is still to be paid:</Paragraph>}
      <OpenInvoices open={open} />
      {isFree && open.length === 0 && <Paragraph>There is nothing to pay.</Paragraph>}
      <WhenAndWhere event={event} choices={choices} />
      <Paragraph>
        {isOne
          ? 'We’ll email you the link to your private page as soon as you confirm.'
          : 'We’ll email each of you the link to a private page as soon as you confirm. Until then, we won’t email anyone else.'}
        {takesOver && ' You’re taking over another guest’s spot. That guest keeps it until you confirm.'}
      </Paragraph>
      <Paragraph>
        If it wasn’t you, do nothing. The {isOne ? 'spot goes' : 'spots go'} to someone else, and we won’t
        email you about this again.
      </Paragraph>
    </EventLetter>
  )
}

const LIST = new Intl.ListFormat('en-US')

function withWhom({ companions, spots }: Facts): string {
  if (spots === 1) return ''
  if (companions.length === spots - 1) return ` and is bringing ${LIST.format(companions)}`
  return ` and is bringing ${spots === 2 ? 'someone else' : `${spots - 1} others`}`
}
