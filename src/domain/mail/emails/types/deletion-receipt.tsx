/**
 * `deletion-receipt`: lists what is deleted, what is kept, and why. It is the last e-mail to a guest, sent before the
 * address itself is deleted.
 */
import { venue } from '#shared/venue.ts'
import { EventLetter } from '../../layout/event-letter.tsx'
import { SmallPrint } from '../../layout/letter.tsx'
import { Steps } from '../../layout/steps.tsx'
import { Paragraph } from '../../layout/text.tsx'
import { reservationEmail, type ReservationSource } from '../definition.ts'
import { eventSubject } from '../facts/event.ts'
import { guestFacts } from '../facts/reservation.ts'

const OPENING = 'Your data is deleted'

export const deletionReceipt = reservationEmail({
  // Nothing can make this e-mail unnecessary. It is not sent only if the guest is already purged, because
  // then there is no address.
  dropReason: () => null,
  facts: factsOf,
  subject: ({ event }) => eventSubject(OPENING, event),
  preview: () => 'As promised. This is our last email about it.',
  Content: DeletionReceipt,
})

function factsOf(source: ReservationSource) {
  const { event, payments, reservation } = source.rows
  const stayed = reservation.status === 'confirmed' && event.cancelledAt === null
  return {
    ...guestFacts(source),
    asked: source.rows.erasureAsked,
    /** True if the guest attended the event and it has ended. */
    over: stayed && source.today > event.endDateDate,
    /** True if the guest has paid anything. Payments must be kept for the accounts. */
    keepsMoney: payments.length > 0,
  }
}

function DeletionReceipt(facts: ReturnType<typeof factsOf>) {
  const { asked, over, keepsMoney } = facts
  return (
    <EventLetter
      {...facts}
      kicker={OPENING}
      hello="Hello"
      footer={<SmallPrint>You do not need to do anything.</SmallPrint>}
    >
      <Paragraph>
        {asked
          ? 'You asked us to delete what we know about you, and we do so with this email.'
          : `${over ? 'The retreat is over. ' : ''}As promised, we delete what you told us about yourself with this email.`}
      </Paragraph>
      <Steps title="What is deleted" steps={DELETED} />
      <Steps title="What is kept, and why" steps={keepsMoney ? [PAYMENTS_KEPT, ...KEPT] : KEPT} />
      {keepsMoney && (
        <Paragraph>
          What you paid by card is also with the card company, with your name, by its own rules. Write to{' '}
          {venue.email} to have the name removed there too, or with any question.
        </Paragraph>
      )}
      <Paragraph>Thank you for your trust. Come back some time.</Paragraph>
    </EventLetter>
  )
}

const DELETED = [
  {
    title: 'What you told us',
    text: 'Your name, email and mailing address, phone, and whom to call for you.',
  },
  {
    title: 'What you trusted us with',
    text: 'Allergies, medical conditions, and everything else you wrote.',
  },
  {
    title: 'Our notes and emails',
    text: 'Our notes about your stay, and every email we sent you, this one too.',
  },
  { title: 'Your private page', text: 'Its link now only says that the data is gone.' },
]

const PAYMENTS_KEPT = {
  title: 'Amounts and dates of payments',
  text: 'The law asks us to keep these. They do not name you.',
}

const KEPT = [
  { title: 'That a stay was booked, and when', text: 'A number and dates, so that our accounts add up.' },
  {
    title: 'That the Terms of Stay were agreed to',
    text: 'When, and to which wording. Without your name beside it.',
  },
]
