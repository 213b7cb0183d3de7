/** Renders an e-mail's text as HTML and plain text. The server loads this file through the pages' bundle. */
import { venue } from '#shared/venue.ts'
import type { Block, Link, Paragraph, RenderedEmail, WrittenEmail } from '../emails/definition.ts'

/** Returns subject, HTML and plain text of an e-mail. */
export async function renderEmail(email: WrittenEmail): Promise<RenderedEmail> {
  // Loaded with the first e-mail, so that the server starts faster.
  const { renderDocument } = await import('./email.tsx')
  const html = await renderDocument(email)
  return { subject: email.subject, html, text: plainText(email) }
}

/**
 * Returns the plain-text part. A paragraph is one line, which mail programs wrap; a link is on its own line, so that
 * it stays intact.
 */
export function plainText(email: WrittenEmail): string {
  const { kicker, title, detail } = email.heading
  const parts = [
    `${kicker}: ${title}`,
    detail,
    email.greeting,
    ...email.blocks.map(blockText),
    `${email.toUs ? '' : 'Questions? Just reply to this email.\n'}${venue.name}, ${venue.email}`,
    ...email.footer.map(paragraphText),
  ]
  return `${join(parts)}\n`
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'text':
      return paragraphText(block)
    case 'typed':
      return block.lines.map((line) => line.map(({ text }) => text).join('')).join('\n')
    case 'money':
      return block.rows.map(({ label, amount }) => `${label}: ${amount}`).join('\n')
    case 'facts':
      return block.rows.map(({ label, value }) => `${label}: ${value}`).join('\n')
    case 'button':
      return `${block.label}:\n${block.href}${block.note === null ? '' : `\n\n${block.note}`}`
    case 'steps': {
      const steps = block.steps.map(
        ({ title, text, link }, index) => `${index + 1}. ${title}. ${text}${linkText(link)}`,
      )
      return join([heading(block.title), ...steps])
    }
    case 'promise':
      return `${heading(block.title)}\n\n${block.text}`
  }
}

const paragraphText = ({ text, link }: Paragraph) =>
  link === null ? text : `${text} ${link.label}:\n${link.href}`

const heading = (title: string) => title.toUpperCase()

const linkText = (link: Link | null) => (link === null ? '' : `\n${link.href}`)

const join = (parts: string[]) => parts.filter(Boolean).join('\n\n')
