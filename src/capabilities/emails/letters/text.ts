/** The plain-text part: short lines for small screens, each link on a line of its own so that it stays whole. */
import type { Venue } from '../content.ts'
import type { Block, Letter, Link, Paragraph } from './letter.ts'

const WIDTH = 68

export function letterText(letter: Letter, venue: Venue): string {
  const { kicker, title, detail } = letter.heading
  const parts = [
    wrap(`${kicker}: ${title}`),
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
      return block.rows.map(({ label, value }) => wrap(`${label}: ${value}`)).join('\n')
    case 'button':
      return `${block.label}:\n${block.href}${block.note === null ? '' : `\n\n${wrap(block.note)}`}`
    case 'steps': {
      const steps = block.steps.map(
        ({ title, text, link }, index) =>
          `${indent(wrap(`${index + 1}. ${title}. ${text}`, WIDTH - 3))}${linkText(link, '   ')}`,
      )
      return [heading(block.title), ...steps].join('\n\n')
    }
    case 'promise':
      return `${heading(block.title)}\n\n${wrap(block.text)}`
  }
}

const paragraphText = ({ text, link }: Paragraph) =>
  link === null ? wrap(text) : `${wrap(`${text} ${link.label}:`)}\n${link.href}`

const heading = (title: string) => title.toUpperCase()

const linkText = (link: Link | null, margin = '') => (link === null ? '' : `\n${margin}${link.href}`)

const join = (parts: string[]) => parts.filter(Boolean).join('\n\n')

const indent = (text: string) => text.replaceAll('\n', '\n   ')

function wrap(text: string, width = WIDTH): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.join('\n')
}
