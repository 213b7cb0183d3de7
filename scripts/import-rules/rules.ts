/** The rules 1, 2, 5 and 6 of the layout: one import statement in, the broken rule out; and that each table has one who writes it. */
const ZONES = ['shared', 'platform', 'features', 'web', 'server', 'sandbox', 'testing'] as const
const ROLES = ['rules', 'contract', 'store', 'handlers', 'ui'] as const

/** The place of a file in the layout, told from its path alone. */
export interface Place {
  zone: (typeof ZONES)[number] | 'outside'
  /** The name of the feature, or empty. */
  feature: string
  /** The part of a feature that the file is or lies in; `other` for further server files. */
  role: (typeof ROLES)[number] | 'index' | 'other'
}

/** `outside`: a package, or a file that does not belong to `src`. */
export function placeOf(path: string): Place {
  const [root, folder, ...rest] = path.split('/')
  const zone = ZONES.find((name) => root === 'src' && name === folder) ?? 'outside'
  if (zone !== 'features') return { zone, feature: '', role: 'other' }
  const [feature = '', ...inner] = rest
  const names = inner.map((name) => name.replace(/\.tsx?$/, ''))
  if (names.length === 1 && names[0] === 'index') return { zone, feature, role: 'index' }
  // A file in `domain/` is pure, as rules are.
  if (names[0] === 'domain') return { zone, feature, role: 'rules' }
  // `store.ts`, `store/holds.ts` and `holds-store.ts` are all stores.
  const role = ROLES.find((word) => names.some((name) => name === word || name.endsWith(`-${word}`)))
  return { zone, feature, role: role ?? 'other' }
}

export interface ImportStatement {
  /** Paths from the project's root; `to` is a package's name when it does not lie in the project. */
  from: string
  to: string
  /** The module as the import writes it. */
  specifier: string
  /** The import is of types alone: nothing of it is left when they are stripped. */
  typeOnly: boolean
}

/** The zones, from the lowest to the highest. */
const LAYERS = [['shared'], ['platform'], ['features'], ['web', 'server', 'sandbox'], ['testing']]

/** The number of the level that has the name, from 0; -1: none has. */
const heightIn = (levels: string[][], name: string) => levels.findIndex((level) => level.includes(name))

const FOR_RENDERING = new Set<string>(['contract', 'rules', 'ui'])
const DATABASE = /^(drizzle-orm|drizzle-kit|pg|@electric-sql\/pglite)(\/|$)/
const SCHEMA = 'src/platform/database/schema/'

/** Tests, and what is made for them in `testing` folders. */
export const forTests = (path: string) => /\.test\.tsx?$|\/testing\//.test(path)

/** The rule that an import breaks, in words, or null. Tests may import anything, but write it as all do. */
export function brokenRule(statement: ImportStatement): string | null {
  if (isFar(statement)) return 'what lies far away is written from the top: #features/…, #shared/…'
  const from = placeOf(statement.from)
  if (forTests(statement.from) || from.zone === 'outside') return null
  if (forTests(statement.to)) return 'what is made for tests is used by tests only'
  const to = placeOf(statement.to)
  return (
    databaseRule(statement, from, to) ??
    (to.zone === 'outside'
      ? null
      : (layerRule(statement, from, to) ?? featureRule(from, to) ?? bookingRule(statement)))
  )
}

/** Relative imports stay within a feature, or within another folder of `src`, and go up three folders nowhere. */
function isFar({ from: file, to: target, specifier }: ImportStatement): boolean {
  if (/^(\.\.\/){3}(?!node_modules\/|scripts\/)/.test(specifier)) return true
  const [from, to] = [placeOf(file), placeOf(target)]
  if (!specifier.startsWith('.') || from.zone === 'outside' || to.zone === 'outside') return false
  return from.zone !== to.zone || from.feature !== to.feature
}

function databaseRule({ to: target, typeOnly }: ImportStatement, from: Place, to: Place): string | null {
  const rendered = from.zone === 'web' || from.role === 'ui'
  if (rendered && (DATABASE.test(target) || to.zone === 'platform'))
    return typeOnly && target.startsWith(SCHEMA) ? null : 'React never talks to the database or the platform'
  const sql = from.zone !== 'features' || from.role === 'store'
  if (!sql && !typeOnly && DATABASE.test(target)) return 'SQL lives in store files only'
  return null
}

function layerRule({ to: target, typeOnly }: ImportStatement, from: Place, to: Place): string | null {
  const serverSide = from.zone === 'server' || from.zone === 'platform'
  const stripped = serverSide || (from.zone === 'features' && from.role !== 'ui')
  if (stripped && !typeOnly && target.endsWith('.tsx'))
    return 'the server reaches .tsx through the bundle only'
  if (to.zone === 'sandbox' && !['server', 'testing', 'sandbox'].includes(from.zone))
    return 'the sandbox is imported only where it is mounted'
  if (from.zone === 'web' && to.zone === 'server') return 'web and server stand side by side'
  if (from.zone === 'sandbox' && ['web', 'server'].includes(to.zone))
    return 'a sandbox stands for the world outside and knows nothing of the site'
  if (heightIn(LAYERS, to.zone) > heightIn(LAYERS, from.zone))
    return `imports go down: ${from.zone} is below ${to.zone}`
  return null
}

function featureRule(from: Place, to: Place): string | null {
  if (to.zone !== 'features') return null
  if (from.zone === 'web' && !FOR_RENDERING.has(to.role))
    return 'pages use contract, rules and ui of a feature, nothing else'
  if (from.zone !== 'features') return null
  if (from.feature !== to.feature) return neighborRule(from, to)
  if (from.role === 'ui' && ['store', 'handlers'].includes(to.role)) return 'ui never uses store or handlers'
  if (from.role === 'rules' && to.role !== 'rules')
    return 'rules stand alone: rules ← contract, store ← handlers'
  if (from.role === 'contract' && !['rules', 'contract'].includes(to.role))
    return 'a contract uses rules only: rules ← contract, store ← handlers'
  if (from.role === 'store' && to.role === 'handlers') return 'a store never uses handlers'
  return null
}

/** True when one feature's server uses another's, beyond what is open to all. */
function crossesFeatures({ from: file, to: target }: ImportStatement): boolean {
  const [from, to] = [placeOf(file), placeOf(target)]
  const both = from.zone === 'features' && to.zone === 'features' && from.feature !== to.feature
  return both && !forTests(file) && !FOR_RENDERING.has(to.role)
}

/** The features whose `index.ts` each may use: a table without circles. Every one may use `access`; contracts, rules and ui are open to all. */
export const USES: Record<string, string[]> = {
  arrival: ['emails'],
  rooms: ['events'],
  codes: ['events'],
  booking: ['arrival', 'codes', 'emails', 'events', 'card-provider', 'rooms'],
  waitlist: ['booking', 'emails', 'events'],
  uploads: ['events'],
  hosts: ['arrival', 'events', 'rooms'],
  reminders: ['emails'],
  messages: ['emails', 'events'],
  emails: ['events', 'news'],
  reconciliation: ['booking', 'card-provider'],
  statements: ['card-provider'],
  privacy: ['arrival', 'booking', 'codes', 'emails', 'events', 'hosts', 'messages', 'rooms', 'waitlist'],
  backup: ['privacy'],
  roster: ['booking', 'events', 'hosts', 'waitlist'],
  search: ['booking'],
  system: ['backup', 'reconciliation'],
  today: ['arrival', 'backup', 'booking', 'reconciliation', 'emails', 'events', 'privacy'],
}

/** What the table allows and no import needs: `access → events`. */
export function uselessPermissions(statements: readonly ImportStatement[]): string[] {
  const crossing = statements.filter(crossesFeatures)
  const used = new Set(crossing.map(({ from, to }) => useOf(placeOf(from).feature, placeOf(to).feature)))
  const allowed = Object.entries(USES).flatMap(([from, uses]) => uses.map((to) => useOf(from, to)))
  return allowed.filter((use) => !used.has(use))
}

const useOf = (from: string, to: string) => `${from} → ${to}`

function neighborRule(from: Place, to: Place): string | null {
  if (FOR_RENDERING.has(to.role)) return null
  if (from.role === 'ui') return 'ui uses contract, rules and ui of another feature, nothing else'
  if (to.feature !== 'access' && !USES[from.feature]?.includes(to.feature))
    return `${from.feature} does not use ${to.feature}`
  return to.role === 'index' ? null : `of ${to.feature} other features use index.ts, contract, rules and ui`
}

/** The parts of booking, from the lowest to the highest; `index.ts` may show any of it, and nothing there uses that. */
const BOOKING = [
  ['domain'],
  ['contract', 'deps', 'sealed-guest'],
  ['store'],
  ['transitions'],
  ['payments'],
  ['use-cases'],
  ['handlers', 'jobs', 'compose'],
  ['index'],
]

/** Inside of booking imports go one way: domain ← contract ← store ← transitions ← payments ← use-cases ← handlers. */
function bookingRule({ from: file, to: target }: ImportStatement): string | null {
  const [from, to] = [heightInBooking(file), heightInBooking(target)]
  if (from < 0 || to < 0 || from >= to) return null
  return `inside of booking ${BOOKING[from]?.[0]} never uses ${BOOKING[to]?.[0]}`
}

function heightInBooking(path: string): number {
  const part = /^src\/features\/booking\/([^/.]+)/.exec(path)?.[1] ?? ''
  return heightIn(BOOKING, part.replace(/^.*-handlers$/, 'handlers'))
}

/**
 * The imports by which files lead back to themselves, those of types and of lazy parts too: what is left once
 * every import is gone whose file nothing imports, or whose target imports nothing.
 */
export function circularImports(statements: readonly ImportStatement[]): readonly ImportStatement[] {
  const importing = new Set(statements.map(({ from }) => from))
  const imported = new Set(statements.map(({ to }) => to))
  const left = statements.filter(({ from, to }) => importing.has(to) && imported.has(from))
  return left.length === statements.length ? left : circularImports(left)
}

/** The imports that break a rule, each with the rule in words. */
export const brokenImports = (statements: readonly ImportStatement[]) => [
  ...statements.flatMap((statement) => {
    const rule = brokenRule(statement)
    return rule ? [{ ...statement, rule }] : []
  }),
  ...circularImports(statements).map((statement) => ({ ...statement, rule: 'files import in no circle' })),
]

const TABLE = /^export const (\w+) = \w*Table\(/gm
/** Small facts of any part of the site, each under a name of its own. */
const OPEN_TO_ALL = 'siteFacts'
const DRIZZLE_WRITE = /\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g
const SQL_WRITE =
  /\b(?:insert into|delete from|update)\s+(?:\$\{(\w+)\}|([a-z_]+)\s+(?:\w+\s+)?(?:set|values|where|\())/g

/**
 * A table belongs to the feature whose stores write it, or to the platform: what others write as well, in words.
 * @param sources the production files by path, with those of the schema
 */
export function sharedTables(sources: ReadonlyMap<string, string>): string[] {
  const schema = [...sources].filter(([file]) => file.startsWith(SCHEMA))
  const names = schema.flatMap(([, source]) => [...source.matchAll(TABLE)].map(([, name = '']) => name))
  const writers = new Map(names.map((name) => [name, new Set<string>()]))
  writers.delete(OPEN_TO_ALL)
  for (const [file, source] of sources) {
    const { zone, feature, role } = placeOf(file)
    if (zone !== 'platform' && role !== 'store') continue
    for (const [, name, inSql = ''] of [...source.matchAll(DRIZZLE_WRITE), ...source.matchAll(SQL_WRITE)])
      writers.get(name ?? camelCase(inSql))?.add(feature || zone)
  }
  return [...writers]
    .filter(([, by]) => by.size > 1)
    .map(([table, by]) => `the table ${table} is written by ${[...by].toSorted().join(' and ')}`)
}

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
