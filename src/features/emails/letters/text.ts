/**
 * The plain-text part. A paragraph is one line, which each screen wraps as it needs; a link is a line of its
 * own, so that it stays whole.
 */
import type { Venue } from '../content.ts'
import type { Block, Letter, Link, Paragraph } from './letter.ts'

export function letterText(letter: Letter, venue: Venue): string {
  const { kicker, title, detail } = letter.heading
  const parts = [
    `${kicker}: ${title}`,
    detail,
    letter.greeting,
    ...letter.blocks.map(blockText),
    `Questions? Just answer this mail.\n${venue.name}, ${venue.email}`,
    ...letter.footer.map(paragraphText),
  ]
  return `${join(parts)}\n`
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'text':
      return paragraphText(block)
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
