import type { RenderedEmail, WrittenEmail } from '../emails/definition.ts'
import { EmailPage } from './page.tsx'

export async function renderEmail(email: WrittenEmail): Promise<RenderedEmail> {
  // Loaded with the first e-mail, because the conversion to plain text takes 80 ms and 9 MB to load.
  const { htmlAndText } = await import('./html-and-text.ts')
  return { subject: email.subject, ...(await htmlAndText(<EmailPage {...email} />)) }
}
