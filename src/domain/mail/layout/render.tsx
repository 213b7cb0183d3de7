import type { RenderedEmail, WrittenEmail } from '../emails/definition.ts'
import { EmailPage } from './page.tsx'

export async function renderEmail(email: WrittenEmail): Promise<RenderedEmail> {
  // The library that makes the plain text takes 80 ms and 9 MB to load. So it is loaded only when the first e-mail is
  // written.
  const { htmlAndText } = await import('./html-and-text.ts')
  return { subject: email.subject, ...(await htmlAndText(<EmailPage {...email} />)) }
}
