import type { RenderedEmail, WrittenEmail } from '../emails/definition.ts'
import { EmailPage } from './page.tsx'

export async function renderEmail(email: WrittenEmail): Promise<RenderedEmail> {
  // Loaded only for the first e-mail, because loading the conversion to plain text takes 80 ms and 9 MB.
  const { htmlAndText } = await import('./html-and-text.ts')
  return { subject: email.subject, ...(await htmlAndText(<EmailPage {...email} />)) }
}
