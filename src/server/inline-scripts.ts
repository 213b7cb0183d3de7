/**
 * Tells a page's own inline scripts from any others in it. React marks what it writes itself with a random word of that rendering (`nonce`);
 * what got onto the page with the data cannot know it. The word is then taken away, so that a page can be kept and read by everybody.
 */
import { randomBytes } from 'node:crypto'

export function createNonce(): string {
  return randomBytes(16).toString('base64url')
}

interface UnmarkedPage {
  html: string
  /** The texts of its own scripts. */
  scripts: string[]
}

export function takeNonces(html: string, mark: string): UnmarkedPage {
  const attribute = ` nonce="${mark}"`
  const parts = html.split(attribute)
  const scripts = parts.slice(1).flatMap((rest, at) => {
    const before = parts[at] ?? ''
    const isScript = /^<script\b[^>]*$/.test(before.slice(before.lastIndexOf('<')))
    const [, code] = isScript ? (/^[^<>]*>([\s\S]+?)<\/script>/.exec(rest) ?? []) : []
    return code === undefined ? [] : [code]
  })
  return { html: parts.join(''), scripts }
}
