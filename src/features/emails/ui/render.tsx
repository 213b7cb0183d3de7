/** Turns what a mail says into what is sent. The server reaches this through the pages' bundle. */
import type { EmailContent, RenderedEmail } from '../content.ts'
import { letterFor } from '../letters/letter-for.ts'
import { letterText } from '../letters/text.ts'

/** Subject, HTML and plain text. Pure but for loading the mail components on the first call. */
export async function renderEmail(mail: EmailContent): Promise<RenderedEmail> {
  const letter = letterFor(mail)
  // The templates are loaded with the first e-mail: half a second that the start need not wait for.
  const [{ render }, { LetterMail }] = await Promise.all([import('react-email'), import('./letter.tsx')])
  const html = await render(<LetterMail letter={letter} venue={mail.venue} />)
  return { subject: letter.subject, html, text: letterText(letter, mail.venue) }
}
