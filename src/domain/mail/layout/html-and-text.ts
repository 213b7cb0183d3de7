/** Renders an e-mail as HTML, and then renders that HTML as plain text, so that the two versions cannot differ. */
import type { ReactElement } from 'react'
import { render, toPlainText } from 'react-email'

export async function htmlAndText(page: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(page)
  return { html, text: `${toPlainText(html, plainTextOptions)}\n` }
}

/** How the plain text shows an HTML element. An element without a role becomes a paragraph or plain words. */
export type TextRole = 'skip' | 'label' | 'part' | 'value' | 'row' | 'step' | 'step-part' | 'heading'

const lines = (count: number) => ({ leadingLineBreaks: count, trailingLineBreaks: count })

const ROLES: Record<TextRole, { format: string; options?: object }> = {
  skip: { format: 'skip' },
  label: { format: 'inlineSurround', options: { suffix: ': ' } },
  // The label of an amount that the amount above includes. The HTML indents it.
  part: { format: 'inlineSurround', options: { prefix: '– ', suffix: ': ' } },
  value: { format: 'inline' },
  row: { format: 'block', options: lines(1) },
  step: { format: 'block', options: lines(2) },
  'step-part': { format: 'inlineSurround', options: { suffix: '. ' } },
  heading: { format: 'heading', options: lines(2) },
}

interface Link {
  attribs: { href?: string }
  children: { data?: string }[]
}

interface TextBuilder {
  addInline(text: string, options?: { noWordTransform: boolean }): void
  addLineBreak(): void
}

/**
 * Writes a link as its label, and then its address on a line of its own. If the label is the address, writes it once.
 */
function link(
  { attribs: { href = '' }, children }: Link,
  walk: (children: Link['children'], builder: TextBuilder) => void,
  builder: TextBuilder,
): void {
  walk(children, builder)
  if (children.length === 1 && children[0]?.data === href) return
  builder.addInline(':')
  builder.addLineBreak()
  builder.addInline(href, { noWordTransform: true })
}

/**
 * Rules for the plain text. A paragraph or a table row is one line, which mail programs wrap. A link gets a line of
 * its own, so that no program breaks the address.
 */
export const plainTextOptions = {
  formatters: { link },
  selectors: [
    { selector: 'h1', format: 'inline' },
    { selector: 'h2', options: lines(2) },
    { selector: 'div', options: lines(2) },
    { selector: 'td', format: 'inline' },
    { selector: 'a', format: 'link' },
    // The label of a `mailto:` link already contains the address, so the plain text must not repeat it.
    { selector: 'a[href^="mailto:"]', format: 'inline' },
    { selector: 'a[href^="tel:"]', format: 'inline' },
    ...Object.entries(ROLES).map(([role, how]) => ({ selector: `[data-text="${role}"]`, ...how })),
  ],
}
