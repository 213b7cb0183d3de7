/**
 * Checks everything that comments and documents cite: rules, decisions, files, links, commands and names must
 * exist. Also checks that each rule has a test.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const RULES = 'docs/requirements.md'
/** Lines of all texts that people write: comments, documents and code. Each line has its path and number. */
const cited = globSync([
  '{src,scripts,test,content,deploy,docs}/**/*.{ts,tsx,mjs,js,css,md,mdx,yaml,conf,sql}',
  '*.{ts,md}',
]).flatMap((path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .map((text, at) => ({ path, text, place: `${path}:${at + 1}: ${text.trim()}` })),
)

/** The numbers of all rules, in order. */
const rules = [...readFileSync(RULES, 'utf8').matchAll(/^- \*\*(R\d+\.\d+)\*\* /gm)].map(
  ([, rule = '']) => rule,
)
const decisions = new Set(
  globSync('docs/decisions/[0-9]*.md').map((path) => Number(path.replace(/^.*\/(\d+)-.*$/, '$1'))),
)

test('accepts no mention of a document from outside of the repository', () => {
  const outside = /\b(?:SPEC|CONTRACT|DESIGN|RELIABILITY|ARCHITECTURE)\b(?!\||\)\\b)/
  const found = cited.filter(({ text }) => outside.test(text) && !/outside = \//.test(text))
  expect(found.map(({ place }) => place)).toEqual([])
})

test('gives each rule in the requirements a number of its own, which begins with the number of its section', () => {
  expect(rules.length).toBeGreaterThan(150)
  expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).toEqual([])
  const groups = readFileSync(RULES, 'utf8').split(/^## /m).slice(1)
  const strayed = groups.flatMap((group) => {
    const name = /^R\d+/.exec(group)?.[0] ?? ''
    return [...group.matchAll(/^- \*\*(R\d+)\.\d+\*\* /gm)]
      .filter(([, of]) => of !== name)
      .map(([line]) => line)
  })
  expect(strayed).toEqual([])
})

test('finds at least one test that cites each rule', () => {
  const tests = globSync('{src,scripts,test}/**/*.{test.ts,test.tsx,spec.ts}')
  const named = new Set(tests.flatMap((path) => readFileSync(path, 'utf8').match(/\bR\d+\.\d+\b/g) ?? []))
  expect(rules.filter((rule) => !named.has(rule))).toEqual([])
})

test('lists, for each sentence of the specification, the rules that came from it', () => {
  const page = readFileSync('docs/spec-coverage.md', 'utf8')
  const rows = [...page.matchAll(/^\| (?!sentence )(.*) \| (.*) \|$/gm)]
  expect(rows.length).toBeGreaterThan(200)
  const kept = /^R\d+\.\d+(?:, R\d+\.\d+)*(?:; .+)?$/
  expect(rows.filter(([, , by = '']) => !kept.test(by)).map(([row]) => row)).toEqual([])
})

test('finds in the requirements each rule that a comment or document cites', () => {
  const known = new Set(rules)
  const unknown = cited.filter(({ text }) =>
    [...text.matchAll(/\bR\d{1,2}\.\d{1,2}\b/g)].some(([rule]) => !known.has(rule)),
  )
  expect(unknown.map(({ place }) => place)).toEqual([])
})

test('finds the record of each decision that a comment or document cites', () => {
  const unknown = cited.filter(({ text }) =>
    [...text.matchAll(/\bdecisions?(?:\/| )(\d{1,4})\b/g)].some(
      ([, number]) => !decisions.has(Number(number)),
    ),
  )
  expect(unknown.map(({ place }) => place)).toEqual([])
})

/**
 * Names that this check accepts although the repository has no such file: examples, other people's files,
 * build results.
 */
const ELSEWHERE = new Set([
  'mail.json',
  'holds-store.ts',
  'store/holds.ts',
  '.cache/pictures.json',
  'public/pictures',
])

test('finds each file and folder that a comment or document names', () => {
  const files = globSync(
    '{src,scripts,test,docs,content,deploy,migrations,public,.ci}/**/*.{ts,tsx,mjs,js,css,json,mdx,md,yaml,conf,sql}',
  ).concat(globSync('*.*'))
  const isThere = (name: string) => files.some((path) => `/${path}`.endsWith(`/${name}`)) || existsSync(name)
  const missing = cited.filter(({ path, text }) => {
    if (/^(src|scripts|test)/.test(path) && !/(^|\s)(\/\*\*|\*|\/\/) /.test(text)) return false
    const named = [
      ...text.matchAll(/`((?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs|json|css|mdx))`/g),
      ...text.matchAll(/`((?:src|scripts|test|docs|content|deploy|migrations|public)\/[\w./-]+)`/g),
    ]
    return named.some(([, name = '']) => !ELSEWHERE.has(name) && !isThere(name))
  })
  expect(missing.map(({ place }) => place)).toEqual([])
})

/**
 * Names that documents may use although the code lacks them: names of other programs and of unused libraries,
 * and placeholders.
 */
const NAMES_ELSEWHERE = new Set([
  'CHROME_PATH',
  'client_encoding',
  'default_pool_size',
  'feature.verb',
  'flushSync',
  'matchPath',
  'pg_dump',
  'useMutation',
  'validation_errors',
])

/** The code without its comments. A name that occurs only in comments does not exist in the code. */
const code = globSync([
  '{src,scripts,test,content}/**/*.{ts,tsx,mjs,js,css,mdx,json}',
  'migrations/*.sql',
  '*.{ts,json}',
])
  .filter((path) => path !== 'scripts/citations.test.ts')
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const codeAlone = code
  .map(({ text }) => text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/ .*$/gm, ''))
  .join('\n')
  .replaceAll('?.', '.')
const names = new Set(codeAlone.match(/[A-Za-z_$][\w$]*/g))

/**
 * Returns true if the code contains this name, or if the name may be an ordinary English word. A name with a
 * dot is a file, a property, a member of a type, or a column of a table.
 */
function isInCode(of: string, name: string | undefined): boolean {
  if (name === undefined) return !/[a-z][A-Z]|_/.test(of) || names.has(of)
  if (/^(?:jpg|svg|png|mdx?)$/.test(name) || codeAlone.includes(`${of}.${name}`)) return true
  return (
    names.has(of) &&
    (/^[A-Z]/.test(of) ? names.has(name) : [of, name].every((one) => codeAlone.includes(`'${one}'`)))
  )
}

test('finds in the code each name that a comment or document uses', () => {
  const gone = cited.filter(({ path, text }) => {
    const from = path.endsWith('.md') ? 0 : text.search(/(^|\s)(\/\*\*|\*|\/\/) /)
    if (from < 0) return false
    const given = text
      .slice(from)
      .matchAll(/`(([A-Za-z_$][\w$]*)(?:\.([A-Za-z_$][\w$]*))?)(?:\([^()`]*\))?`/g)
    return [...given].some(
      ([, whole = '', of = '', name]) => !NAMES_ELSEWHERE.has(whole) && !isInCode(of, name),
    )
  })
  expect(gone.map(({ place }) => place)).toEqual([])
})

const GUIDES = ['README.md', ...globSync('docs/**/*.md')].map((path) => ({
  path: path.replaceAll('\\', '/'),
  text: readFileSync(path, 'utf8'),
}))

test('finds, for each `file › name` in a document, the name in that file', () => {
  const given = GUIDES.flatMap(({ path, text }) =>
    [...text.matchAll(/`([\w./-]+) › (\w+)`/g)].map(([whole, file = '', name = '']) => {
      return { place: `${path}: ${whole}`, file, name }
    }),
  )
  expect(given.length).toBeGreaterThan(20)
  const missing = given.filter(
    ({ file, name }) =>
      !code.some(
        ({ path, text }) => `/${path}`.endsWith(`/${file}`) && new RegExp(`\\b${name}\\b`).test(text),
      ),
  )
  expect(missing.map(({ place }) => place)).toEqual([])
})

const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '')
const withoutCodeSpans = (text: string) => withoutCode(text).replaceAll(/`[^`\n]*`/g, '')

/** Returns the anchors that GitHub gives to a document's headings. */
const anchorsOf = (text: string) =>
  [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  )

/** Returns a document's relative links to files or headings that do not exist. */
function brokenLinks({ path, text }: { path: string; text: string }): string[] {
  const targets = [...withoutCodeSpans(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false
    const [file = '', anchor] = target.split('#')
    const to = file === '' ? path : join(dirname(path), file)
    if (!existsSync(to)) return true
    return anchor !== undefined && to.endsWith('.md') && !anchorsOf(readFileSync(to, 'utf8')).includes(anchor)
  })
}

test('finds the file or heading of each link in a document', () => {
  const broken = GUIDES.flatMap((guide) => brokenLinks(guide).map((target) => `${guide.path}: ${target}`))
  expect(broken).toEqual([])
})

test.each([
  ['a missing file', '[x](scripts/no-such-file.ts)'],
  ['a missing heading', '# Here\n\n[x](#there)'],
  ['a missing heading of another file', '[x](docs/requirements.md#no-such-heading)'],
])('reports as broken a link to %s', (_what, text) => {
  expect(brokenLinks({ path: 'README.md', text })).toHaveLength(1)
})

test('finds a test file for each test command in the documents', () => {
  const tests = globSync('{src,scripts,test}/**/*.{test,spec}.{ts,tsx}')
  const given = GUIDES.flatMap(({ path, text }) =>
    [...text.matchAll(/npx vitest (?:run )?([a-z][\w./-]*)/g)].map(([whole, name = '']) => {
      return { place: `${path}: ${whole}`, name }
    }),
  )
  expect(given.length).toBeGreaterThan(5)
  expect(given.filter(({ name }) => !tests.some((file) => file.includes(name)))).toEqual([])
})

test('finds in package.json each npm command that a document names', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const unknown = cited.filter(({ path, text }) =>
    path.endsWith('.md')
      ? [...text.matchAll(/npm run ([\w:-]+)/g)].some(([, name = '']) => !(name in scripts))
      : false,
  )
  expect(unknown.map(({ place }) => place)).toEqual([])
})

test('accepts only decision records with the four parts, at most 250 words and a line in the index', () => {
  const index = readFileSync('docs/decisions/README.md', 'utf8')
  const wrong = globSync('docs/decisions/[0-9]*.md').filter((path) => {
    const text = readFileSync(path, 'utf8')
    const parts = [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => heading)
    const [title = '', ...rest] = parts
    const line = `(${path.replace('docs/decisions/', '')}) ${title.replace(/^\d+\. /, '')}\n`
    return (
      rest.join() !== 'Context,Decision,Consequences,Rejected' ||
      text.split(/\s+/).filter((word) => /\w/.test(word)).length > 250 ||
      !index.includes(line)
    )
  })
  expect(wrong).toEqual([])
})
