/**
 * Checks that pages, e-mails and error messages use one word for one thing. Looks for words that are no
 * longer used. The lists below have a replacement for each.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseSync } from 'vite'

const INSTEAD: [RegExp, string][] = [
  [
    /\b(giv(e|es|en|ing)|gave|gets?)\b[^.]{0,40}\bback\b|\bmoney back\b|\bgo(es)? back to (you|your|the guest|the card)\b/i,
    'refund',
  ],
  [/\b(given|gave) by hand\b|\bowed by hand\b|^owed$/i, 'refunded by hand, refund due'],
  [/\bmails?\b(?! server)/i, 'email'],
  [/\b(welcome|thank-you) letter\b|\bthis letter\b/i, 'email'],
  [/\bcancell(ed|ing)\b/i, 'canceled, canceling'],
  [/\bcame without\b|\bwithout the (web)?site\b/i, 'paid outside the website'],
  [/\bnot told( yet)?$/i, 'not given yet'],
  [/\btheir phone\b|\bcontact[’']s phone\b/i, 'emergency phone'],
  [/\bsaves? themselves\b/i, 'saved as you type'],
  [/\bstanding reservations?\b|\bfor the journey\b/i, 'confirmed guests, travel information'],
  [/\bis like that\b|\bnot asked for any more\b/i, 'no guests match, void'],
  [/\beverybody[’']s\b|\boffers are stopped\b/i, 'offers are off: a freed spot opens to the public'],
  [/\bat present\b|\baddress for phones\b/i, 'no calendar link yet, create a link'],
  [/\bby themselves\b/i, 'scheduled, automatically'],
  [/\ba contrast of\b/i, 'easy to read, hard to read'],
  [/\bdays? you are here\b/i, "you'll be here in 60 days"],
  [/\b(admins|reservations|team|host) alone\b/i, 'admins only'],
  [/\bwho changed what\b|\bhow it stands\b/i, 'history, status'],
  [
    /\bwhat is (wrong|owed)\b|\bwho comes\b|\bsigning up now\b/i,
    'needs attention, payments due, arriving next, checkouts in progress',
  ],
  [/\b(the|our) books\b/i, 'reconciliation, records'],
  [/\bh(and|anded) (it |them )?on\b/i, 'shared with you, pass it along'],
  [/\b(came|comes) free\b/i, 'opened up'],
  [/\b(looks|shows it|ends|charged to it) (again )?by itself\b/i, 'automatically'],
  [/\bmade anew\b|\bwrite them anew\b/i, 'enter new ones, again'],
  [/\bI am told\b|\bhas told us\b/i, 'the ranch emails me; we know'],
]

/** Further words that are no longer used, for files whose texts only admins see. */
const INSTEAD_FOR_ADMINS: [RegExp, string][] = [
  [/\bany more\b(?! (emails?|guests?))/i, 'anymore, no longer'],
  [/\bwhoever\b/i, 'the guest, the guests who'],
  [/\b(is|are|been|be) told\b/i, 'emailed, notified, shown'],
  [/\bgiven up\b/i, 'failed'],
  [/\bfor scripts\b|\bowed as stays\b/i, 'raw data, deposits for upcoming stays'],
  [/^left empty\b/i, 'if empty'],
  [/\bstart again\b/i, 'restart the site'],
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/\b(in|to the) line\b/i, 'on the waitlist'],
  [/\b(some|any|every)body\b/i, 'someone, a guest, all guests'],
]

/** Further words that pages and e-mails for guests no longer use. */
const INSTEAD_FOR_GUESTS: [RegExp, string][] = [
  [/\bin line\b/i, 'on the waitlist'],
  [/\bcosts what it costs\b|\bas much or more\b/i, 'add or upgrade'],
  [/\bLeave them( as they are)?$/i, 'Keep my choices, Keep my answers'],
  [/\bwhoever\b/i, 'the person who, anyone who'],
  [/\bwhom\b/i, 'who to call'],
  [/\bat once\b/i, 'right away, immediately'],
  [/\bany more\b/i, 'no longer, anymore'],
  [/\bclock at the ranch\b|^at the ranch\b/i, 'ranch time'],
]

const GUEST_FILE =
  /^src\/(app\/(public|guest|host|ui|offline|family)\/|domain\/mail\/(emails\/types|layout)\/)/

const FILES = globSync(['src/{domain,app}/**/*.{ts,tsx}', 'src/shared/*.ts']).filter(
  (file) => !/\.test\.|\/store(\/|\.ts)|app\/dev\//.test(file),
)

const isForAdmins = (file: string) => /^src\/(app\/admin|domain\/desk)\//.test(file)

interface SyntaxNode {
  type: string
  [name: string]: unknown
}

/**
 * Attributes and properties whose texts only programs read. Also `route` and `summary`, which only
 * programmers read on the API page.
 */
const FOR_PROGRAMS: ReadonlySet<string> = new Set([
  'className',
  'id',
  'href',
  'key',
  'rel',
  'route',
  'summary',
])

/**
 * Returns the texts of a file that users may see: JSX text, and strings with a space or a capital first
 * letter. Leaves out log messages.
 */
function shownStrings(file: string): string[] {
  const found: string[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (typeof node !== 'object' || node === null || typeof (node as SyntaxNode).type !== 'string') return
    const syntax = node as SyntaxNode
    if (isForPrograms(syntax)) return
    const text = textOf(syntax)?.replaceAll(/\s+/g, ' ').trim()
    if (text !== undefined && /^[A-Z]|\s/.test(text)) found.push(text)
    for (const child of Object.values(syntax)) visit(child)
  }
  visit(parseSync(file, readFileSync(file, 'utf8')).program)
  return found
}

function isForPrograms({ type, name, key, callee, tag }: SyntaxNode): boolean {
  if (type === 'JSXAttribute') return FOR_PROGRAMS.has((name as { name: string }).name)
  if (type === 'Property') return FOR_PROGRAMS.has((key as { name?: string }).name ?? '')
  if (type === 'TaggedTemplateExpression') return (tag as { name?: string }).name === 'sql'
  if (type === 'CallExpression') return /log|Error/.test(JSON.stringify(callee))
  return type === 'NewExpression' || type === 'ImportDeclaration'
}

function textOf({ type, value }: SyntaxNode): string | undefined {
  if (type === 'JSXText' || type === 'Literal') return typeof value === 'string' ? value : undefined
  return type === 'TemplateElement' ? (value as { cooked: string }).cooked : undefined
}

test('finds all texts that users see in the source files', () => {
  const strings = FILES.flatMap(shownStrings)
  expect(strings.length).toBeGreaterThan(1500)
  expect(strings).toEqual(expect.arrayContaining(['Record a payment', 'Payments due', 'Refunded by hand']))
})

test('uses only current words on pages, in e-mails and in error messages', () => {
  const wrong = FILES.flatMap((file) =>
    shownStrings(file).flatMap((text) =>
      [
        ...INSTEAD,
        ...(isForAdmins(file) ? INSTEAD_FOR_ADMINS : []),
        ...(GUEST_FILE.test(file) ? INSTEAD_FOR_GUESTS : []),
      ].flatMap(([word, instead]) => (word.test(text) ? [`${file}: “${text}”, better: ${instead}`] : [])),
    ),
  )
  expect(wrong).toEqual([])
})

/**
 * Wordings of the specification, which has only straight quotes. They are quoted in tests and documents as they
 * are.
 */
const PRESCRIBED = /Grab your boots and we'll see you soon\.|^'s dog:$/

/** Finds an apostrophe in a word, or a quotation mark before or after a word. */
const STRAIGHT_QUOTE = /[a-z]'[a-z]|(^|[\s(])["'](?=[A-Za-z])|[a-z.!?]["'](?=$|[\s,.)])/i

/** Texts that look like words but that only programs read: security policies, attributes and lists of fonts. */
const FOR_PROGRAMS_ALONE = /-src |base-uri|form-action|frame-ancestors|filename=|serif|="|^<\?xml|\[[\w-]+=/

const hasStraightQuote = (text: string) =>
  STRAIGHT_QUOTE.test(text) && !PRESCRIBED.test(text) && !FOR_PROGRAMS_ALONE.test(text)

/** Files whose texts visitors, guests and admins read. Sample events are texts that visitors read, too. */
const READ = [...FILES, ...globSync('src/server/sample-data/*.ts')].filter((file) => !/\.test\./.test(file))

test('has only curly quotes and apostrophes in texts on pages and in e-mails (R55.5)', () => {
  const wrong = READ.flatMap((file) =>
    shownStrings(file)
      .filter(hasStraightQuote)
      .map((text) => `${file}: ${text}`),
  )
  expect(wrong).toEqual([])
})

/** Returns the texts of a data file in `content/`, without remarks for the people who edit it. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => (name === 'about' ? [] : textsIn(inner)))
}

/** Returns a page of `content/` without remarks, code and tags, but with the words in its code and tags. */
function wordsIn(page: string): string[] {
  const code = /^export const page = \{.*?^\}|<[^>]*>/gms
  const shown = page.replaceAll(/\{\/\*.*?\*\/\}/gs, '')
  const inCode = [...shown.matchAll(code)].flatMap(([text]) =>
    [...text.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(([, one, other]) => one ?? other ?? ''),
  )
  return [...shown.replaceAll(code, '\n').split('\n'), ...inCode]
}

test('has only curly quotes and apostrophes in the texts of content/ (R55.5)', () => {
  const pages = globSync('content/*.mdx').map((file) => [file, wordsIn(readFileSync(file, 'utf8'))] as const)
  const lists = globSync('content/*.json').map(
    (file) => [file, textsIn(JSON.parse(readFileSync(file, 'utf8')))] as const,
  )
  const texts = [...pages, ...lists].flatMap(([file, found]) => found.map((text) => `${file}: ${text}`))
  expect(texts.length).toBeGreaterThan(300)
  expect(texts.filter((text) => /["']/.test(text))).toEqual([])
})
