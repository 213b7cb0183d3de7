/**
 * `deletion-receipt`: lists what is deleted, what is kept, and why. It is the last e-mail, sent before the address
 * itself is deleted.
 */
import { venue } from '#shared/venue.ts'
import { reservationEmail } from '../definition.ts'
import { toGuest } from '../shared-facts.ts'
import { email, step, steps, text } from '../shared-words.ts'

export const deletionReceipt = reservationEmail({
  // Never dropped for a reason of its own. Only a guest who is already purged cannot be e-mailed.
  dropReason: () => null,
  facts(source) {
    const { event, payments, reservation } = source.rows
    const stayed = reservation.status === 'confirmed' && event.cancelledAt === null
    return {
      ...toGuest(source),
      asked: source.rows.erasureAsked,
      /** True if the guest attended and the event has ended. */
      over: stayed && source.today > event.endDateDate,
      /** True if there are payments, which are kept for the books. */
      keepsMoney: payments.length > 0,
    }
  },
  words(facts) {
    const { asked, over, keepsMoney } = facts
    const payments = step(
      'Amounts and dates of payments',
      'The law asks us to keep these. They do not name you.',
    )
    return email(facts, {
      opening: 'Your data is deleted',
      preheader: 'As promised. This is our last email about it.',
      hello: 'Hello',
      blocks: [
        text(
          asked
            ? 'You asked us to delete what we know about you, and we do so with this email.'
            : `${over ? 'The retreat is over. ' : ''}As promised, we delete what you told us about yourself with this email.`,
        ),
        steps(
          'What is deleted',
          step('What you told us', 'Your name, email and mailing address, phone, and whom to call for you.'),
          step('What you trusted us with', 'Allergies, medical conditions, and everything else you wrote.'),
          step(
            'Our notes and emails',
            'Our notes about your stay, and every email we sent you, this one too.',
          ),
          step('Your private page', 'Its link now only says that the data is gone.'),
        ),
        steps(
          'What is kept, and why',
          ...(keepsMoney ? [payments] : []),
          step('That a stay was booked, and when', 'A number and dates, so that our accounts add up.'),
          step(
            'That the Terms of Stay were agreed to',
            'When, and to which wording. Without your name beside it.',
          ),
        ),
        keepsMoney &&
          text(
            `What you paid by card is also with the card company, with your name, by its own rules. Write to ${venue.email} to have the name removed there too, or with any question.`,
          ),
        text('Thank you for your trust. Come back some time.'),
      ],
      footer: [{ text: 'You do not need to do anything.', link: null }],
    })
  },
})
