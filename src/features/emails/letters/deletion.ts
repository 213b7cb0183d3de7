/** `deletion-receipt`: what is deleted and what is kept. The last mail to an address, sent before it goes. */
import type { DeletionContent } from '../content.ts'
import { letter, text } from './form.ts'
import type { Letter } from './letter.ts'

export function deletionLetter(mail: DeletionContent): Letter {
  const { why, keepsMoney, venue } = mail
  return letter(mail, {
    opening: 'Your data is deleted',
    preheader: 'As promised. This is our last mail about it.',
    hello: 'Hello',
    blocks: [
      text(
        why === 'asked'
          ? 'You asked us to delete what we know about you, and we do so with this mail.'
          : 'The retreat is over. As promised, we delete what you told us about yourself with this mail.',
      ),
      {
        kind: 'steps',
        title: 'What is deleted',
        steps: [
          step('What you told us', 'Your name, e-mail and postal address, phone, and whom to call for you.'),
          step('What you trusted us with', 'Allergies, medical conditions, and everything else you wrote.'),
          step(
            'Our notes and mails',
            'What we had noted about your stay, and every mail we sent you, this one too.',
          ),
          step('Your private page', 'Its link now only says that the data is gone.'),
        ],
      },
      {
        kind: 'steps',
        title: 'What is kept, and why',
        steps: [
          ...(keepsMoney
            ? [step('Amounts and dates of payments', 'The law wants our books kept. They name nobody.')]
            : []),
          step('That a stay was booked, and when', 'A number and dates, so that our books add up.'),
          step(
            'That the Terms of Stay were agreed to',
            'When, and to which wording. Without your name beside it.',
          ),
        ],
      },
      text(
        keepsMoney
          ? `What you paid by card is also with the card company, with your name, by its own rules. Write to ${venue.email} to have the name removed there too, or with any question.`
          : `Questions? Write to ${venue.email}.`,
      ),
      text('Thank you for your trust. Come back some time.'),
    ],
    footer: [{ text: 'There is nothing for you to do.', link: null }],
  })
}

const step = (title: string, words: string) => ({ title, text: words, link: null })
