/**
 * Checks that the guides match the site. Links must lead to existing places, and commands must exist. The
 * owners' guide must name buttons and sections by the words on the screen.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(path, 'utf8')
const pages = [...globSync('docs/**/*.md'), 'README.md', 'content/pictures/README.md']

/**
 * Returns all matches of a pattern in documents, each with the path of its document. Code blocks do not
 * count.
 */
const inPages = (paths: string[], pattern: RegExp) =>
  paths.flatMap((path) =>
    [
      ...read(path)
        .replaceAll(/```.*?```/gs, '')
        .matchAll(pattern),
    ].map(([, found = '']) => ({ path, found })),
  )

/** Returns the anchors that GitHub gives to a document's headings. */
const anchorsOf = (path: string) =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

/**
 * Returns a text without line breaks and typographic differences, so that Markdown and JSX can be compared.
 */
const plain = (text: string) =>
  text.replaceAll('&amp;', '&').replaceAll("'", '’').replaceAll('…', '').replaceAll(/\s+/g, ' ').trim()

test('finds the file or heading of each link in the guides', () => {
  const links = inPages(pages, /\]\(([^)\s]+)\)/g).filter(({ found }) => !/^(?:\w+:|\/)/.test(found))
  expect(links.length).toBeGreaterThan(200)
  const broken = links.filter(({ path, found }) => {
    const [file = '', anchor] = found.split('#')
    const target = file === '' ? path : join(dirname(path), file)
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor))
  })
  expect(broken).toEqual([])
})

test('finds in package.json each npm command that the guides name', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = pages.flatMap((path) =>
    [...read(path).matchAll(/npm run ([\w:-]+)/g)].map(([, command = '']) => ({ path, command })),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ command }) => !(command in scripts))).toEqual([])
})

test('finds on the screens each text that the owners’ guide prints in bold', () => {
  const screens = globSync('{src/app/**/*.{ts,tsx},src/{shared,domain}/**/*.ts,content/*.mdx}', {
    exclude: ['**/*.test.*'],
  })
  const words = plain(screens.map(read).join('\n'))
  const bold = inPages(globSync('docs/owners/*.md'), /\*\*(.+?)\*\*/gs)
  expect(bold.length).toBeGreaterThan(100)
  expect(bold.filter(({ found }) => !words.includes(plain(found)))).toEqual([])
})
