/**
 * `npm run house` (`-- --names` for which they are): how well a newcomer finds the way through the code, measured from the code, beside what it should be.
 *
 * A production file is a `.ts` or `.tsx` file in `src`, without tests (`*.test.*`) and what is made for them (`testing/`).
 * Imports of types count as imports, but not where it is asked what a file pulls in: nothing of them runs.
 */
import { globSync, readFileSync } from 'node:fs'
import { placeOf } from './import-rules/place.ts'
import type { ImportStatement } from './import-rules/rules.ts'
import { importsOf } from './import-rules/scan.ts'

/** Who may import whom inside booking's server: each what stands before it. */
const LINE = ['domain', 'contract', 'store', 'transitions', 'payments', 'use-cases', 'handlers']
const SIGN_UP = 'booking.createReservation'
const OUTSIDE =
  /^\s*(\/?\*|\/\/|--).*\b(SPEC|CONTRACT|DESIGN|RELIABILITY|ARCHITECTURE)\b|\/\/.*\b(SPEC|CONTRACT|DESIGN)\b/

const isTest = (path: string) => /\.test\.|(^|\/)testing\//.test(path)
const list = (pattern: string) => globSync(pattern).filter((path) => !path.includes('node_modules'))

const everything = list('src/**/*.{ts,tsx}')
const production = everything.filter((path) => !isTest(path))
const source = new Map(everything.map((path) => [path, readFileSync(path, 'utf8')]))
const textOf = (path: string) => source.get(path) ?? ''
const imports = new Map(everything.map((path) => [path, importsOf(path, textOf(path))]))
const arrows = production.flatMap((path) => imports.get(path) ?? [])

const holding = (pattern: RegExp) => production.filter((path) => pattern.test(textOf(path)))

/** The stores: files that are named so, in the feature `name` or in all. */
const stores = (name?: string) =>
  production.filter((path) => {
    const { feature, role } = placeOf(path)
    return role === 'store' && (name === undefined || feature === name)
  })

function namesTwice(): string[] {
  const names = stores().flatMap((path) =>
    [...textOf(path).matchAll(/^export (?:async )?function (\w+)/gm)].map((match) => match[1] ?? ''),
  )
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}

/** The files that run for the public sign-up, from the one that binds its endpoint. */
function signUpFiles(): string[] {
  const declared = new RegExp(`export const (\\w+) = endpoint\\(\\{\\s*name: '${SIGN_UP}'`)
  const name = production.flatMap((path) => declared.exec(textOf(path))?.[1] ?? [])[0]
  if (name === undefined) throw new Error(`no endpoint is named ${SIGN_UP}`)
  const found = new Set(holding(new RegExp(`\\bbind\\w*\\(\\s*${name}\\b`)))
  if (found.size === 0) throw new Error(`nothing binds ${name}`)
  for (const path of found)
    for (const { to, typeOnly } of imports.get(path) ?? []) if (!typeOnly && source.has(to)) found.add(to)
  return [...found]
}

/** The part of booking's server that a file belongs to: its folder, or its own name beside them; null elsewhere. */
function partOf(path: string): string | null {
  const [, part] = /^src\/features\/booking\/([^/]+?)(?:\.ts)?(?:\/|$)/.exec(path) ?? []
  if (part === undefined || /(^|-)ui$|^testing$/.test(part)) return null
  return part === 'rules' ? 'domain' : part
}

function bookingParts() {
  const inner = arrows
    .map(({ from, to }) => [partOf(from), partOf(to)] as const)
    .filter((arrow): arrow is readonly [string, string] => !arrow.includes(null) && arrow[0] !== arrow[1])
  const next = Map.groupBy(inner, ([from]) => from)
  const targets = (part: string) => (next.get(part) ?? []).map(([, to]) => to)
  const reach = (start: string) => {
    const seen = new Set(targets(start))
    for (const part of seen) for (const to of targets(part)) seen.add(to)
    return seen
  }
  const reached = new Map([...next.keys()].map((part) => [part, reach(part)]))
  const knotOf = (part: string) =>
    [...(reached.get(part) ?? [])].filter((other) => reached.get(other)?.has(part)).length
  const upwards = ([from, to]: readonly [string, string]) => {
    const [low, high] = [LINE.indexOf(from), LINE.indexOf(to)]
    return low >= 0 && high >= 0 ? low < high : reached.get(to)?.has(from) === true
  }
  const folders = production.filter((path) => partOf(path) !== null && path.split('/').length > 4)
  return {
    folders: new Set(folders.map(partOf)).size,
    knot: Math.max(...[...next.keys()].map(knotOf)),
    against: [...new Set(inner.filter(upwards).map((arrow) => arrow.join(' → ')))],
  }
}

/** What one feature takes of another past its door: `index.ts`, its contract, its pure rules and its interface. */
function isPastTheDoor({ from, to }: ImportStatement): boolean {
  const [here, there] = [placeOf(from), placeOf(to)]
  if (here.zone !== 'features' || there.zone !== 'features' || here.feature === there.feature) return false
  return !['contract', 'rules', 'ui'].includes(there.role) && !/\/(index\.ts|domain\/.*)$/.test(to)
}

const text = (paths: string[]) => paths.map((path) => readFileSync(path, 'utf8'))
const linesIn = (paths: string[]) =>
  text(paths).reduce((total, content) => total + content.split('\n').length - 1, 0)
const code = list('{src,scripts,e2e,content,migrations}/**/*.{ts,tsx,mjs,js,css,sql}')
const citing = text(code).flatMap((content) => content.split('\n').filter((line) => OUTSIDE.test(line)))
const scripts = list('scripts/**/*.{ts,mjs}').filter((path) => !isTest(path))
const far = [...imports.values()]
  .flat()
  .filter(({ specifier }) => /^(\.\.\/){3}(?!node_modules|scripts)/.test(specifier))
const signUp = signUpFiles()
const booking = bookingParts()
const past = arrows.filter(isPastTheDoor)
const taken = past.filter(({ from, to }) => /\/waitlist\/.*:.*\/booking\//.test(`${from}:${to}`))
const twice = namesTwice()
const writers = holding(/(?<!function )\bsetReservationStatus\(/)
const inserting = holding(/(?<!function )\binsertReservation\(|\binsert\(reservations\)/)

const rows: [what: string, today: number, goal: string][] = [
  ['imports that begin with ../../../', far.length, '0'],
  ['files that change the status of a reservation', writers.length, '1'],
  ['files that insert a reservation', inserting.length, '-'],
  ['store files in booking', stores('booking').length, '≤ 8'],
  ['store files in all', stores().length, '≤ 36'],
  ['names of store functions that exist twice', twice.length, '0'],
  ['files that the public sign-up pulls in', signUp.length, '≤ 45'],
  ['  their lines', linesIn(signUp), '≤ 4,500'],
  [`folders of booking's server`, booking.folders, '≤ 5'],
  ['  the largest knot of its parts', booking.knot, '0'],
  [`  arrows against ${LINE.join(' ← ')}`, booking.against.length, '0'],
  ['imports of the inside of another feature', past.length, '0'],
  ['  files of booking that waitlist takes', new Set(taken.map(({ to }) => to)).size, '0'],
  ['production lines in src', linesIn(production), '≤ 50,000'],
  ['production files in src', production.length, '≤ 650'],
  ['  of 25 lines at most', production.filter((path) => linesIn([path]) <= 25).length, '≤ 80'],
  ['comment lines that cite documents outside the repository', citing.length, '0'],
  ['lines of scripts, without tests', linesIn(scripts), '≤ 4,000'],
]

const wide = Math.max(...rows.map(([what]) => what.length))
const line = (what: string, today: string, goal: string) =>
  console.log(`${what.padEnd(wide)}  ${today.padStart(7)}  ${goal.padStart(8)}`)
line('', 'today', 'goal')
for (const [what, today, goal] of rows) line(what, today.toLocaleString('en'), goal)
if (process.argv.includes('--names')) {
  console.log(`\nstore functions of one name: ${twice.join(', ')}`)
  console.log(`the status is written in ${writers.join(', ')}`)
  for (const pair of booking.against) console.log(`against the line: ${pair}`)
  for (const { from, to } of past) console.log(`${from} takes ${to}`)
  console.log('\nthe public sign-up pulls in')
  for (const path of signUp.toSorted()) {
    const via = signUp.find((from) => imports.get(from)?.some(({ to, typeOnly }) => to === path && !typeOnly))
    console.log(`${linesIn([path]).toString().padStart(5)}  ${path}${via ? `  (by ${via})` : ''}`)
  }
}
