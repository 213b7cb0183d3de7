/**
 * `deletion-receipt`: lists which data the site deletes, which it keeps, and why. The guest gets no later e-mail,
 * because the site then deletes the address.
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
  // There is always a reason to send this e-mail, except to a purged guest. `stayDropReason` checks that.
  dropReason: () => null,
  facts: factsOf,
  subject: ({ event }) => eventSubject(OPENING, event),
  preview: ({ asked }) => `As ${asked ? 'you asked' : 'promised'}. This is our last email about your stay.`,
  Content: DeletionReceipt,
})

function factsOf(source: ReservationSource) {
  const { event, hasPaid, reservation } = source.rows
  const stayed = reservation.status === 'confirmed' && event.cancelledAt === null
  return {
    ...guestFacts(source),
    asked: source.rows.erasureAsked,
    /** True if the guest attended the event and the event has ended. */
    over: stayed && source.today > event.endDateDate,
    /** True if the guest has paid anything, because the venue must keep payments for its accounts. */
    keepsMoney: hasPaid,
  }
}

function DeletionReceipt(facts: ReturnType<typeof factsOf>) {
  const { asked, over, keepsMoney } = facts
  return (
    <EventLetter
      {...facts}
      kicker={OPENING}
      hello="Hello"
      footer={<SmallPrint>You don’t need to do anything.</SmallPrint>}
    >
      <Paragraph>
        {asked
          ? 'You asked us to delete what we know about you. We’re doing that now.'
          : `${over ? 'The retreat is over. ' : ''}As promised, we’re now deleting what you told us about yourself.`}
      </Paragraph>
      <Steps title="What is deleted" steps={DELETED} />
      <Steps title="What is kept, and why" steps={keepsMoney ? [PAYMENTS_KEPT, ...KEPT] : KEPT} />
      <Paragraph>
        {keepsMoney
          ? `The card company also keeps your card payments, with your name, under its own rules. To have your name removed there too, write to ${venue.email}.`
          : 'Our accounts have no payment from you.'}
      </Paragraph>
      <Paragraph>Thank you for your trust. Come back sometime.</Paragraph>
    </EventLetter>
  )
}

const DELETED = [
  {
    title: 'What you told us',
    text: 'Your name, email and mailing address, phone, and your emergency contact.',
  },
  {
    title: 'What you trusted us with',
    text: 'Allergies, medical conditions, and everything else you wrote.',
  },
  {
    title: 'Our notes and emails',
    text: 'Our notes about your stay, and our copy of every email we sent you, including this one. The emails in your inbox stay there.',
  },
  { title: 'Your private page', text: 'Its link now only says that the data is gone.' },
]

const PAYMENTS_KEPT = {
  title: 'Amounts and dates of payments',
  text: 'The law requires us to keep these. They don’t include your name.',
}

const KEPT = [
  {
    title: 'The record that a stay was booked',
    text: 'Only a number and dates, so that our accounts add up.',
  },
  {
    title: 'The consent to the Terms of Stay',
    text: 'The date and the version of the Terms, to prove what was agreed. They don’t include your name.',
  },
]
