/**
 * Renders an e-mail's page as HTML, and then that HTML as plain text, so that the two cannot say different things.
 */
import type { ReactElement } from 'react'
import { render, toPlainText } from 'react-email'

export async function htmlAndText(page: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(page)
  return { html, text: `${toPlainText(html, plainTextOptions)}\n` }
}

/** How the plain text shows an element. An element without a role becomes a paragraph or plain words. */
export type TextRole = 'skip' | 'label' | 'value' | 'row' | 'step' | 'step-part' | 'heading'

const lines = (count: number) => ({ leadingLineBreaks: count, trailingLineBreaks: count })

const ROLES: Record<TextRole, { format: string; options?: object }> = {
  skip: { format: 'skip' },
  label: { format: 'inlineSurround', options: { suffix: ': ' } },
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

/** Writes the label, and then the address on its own line. If the label is the address itself, writes it once. */
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
 * A paragraph is one line, which mail programs wrap. So is a row of a table. A link gets its own line, so
 * that no program breaks it.
 */
export const plainTextOptions = {
  formatters: { link },
  selectors: [
    { selector: 'h1', format: 'inline' },
    { selector: 'h2', options: lines(2) },
    { selector: 'div', options: lines(2) },
    { selector: 'td', format: 'inline' },
    { selector: 'a', format: 'link' },
    // The label of a `mailto:` link already contains the address.
    { selector: 'a[href^="mailto:"]', format: 'inline' },
    { selector: 'a[href^="tel:"]', format: 'inline' },
    ...Object.entries(ROLES).map(([role, how]) => ({ selector: `[data-text="${role}"]`, ...how })),
  ],
}
