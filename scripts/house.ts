/**
 * `npm run house` (`-- --names` for which they are): how well a newcomer finds the way through the code, measured from the code, beside what it should be.
 *
 * A production file is a `.ts` or `.tsx` file in `src`, without tests (`*.test.*`) and what is made for them (`testing/`).
 * Imports of types count as imports, but not where it is asked what a file pulls in: nothing of them runs.
 */
import { globSync, readFileSync } from 'node:fs'
import { brokenImports, forTests, placeOf } from './import-rules/rules.ts'
import { importsOf } from './import-rules/scan.ts'

const SIGN_UP = 'booking.createReservation'
const OUTSIDE =
  /^\s*(\/?\*|\/\/|--).*\b(SPEC|CONTRACT|DESIGN|RELIABILITY|ARCHITECTURE)\b|\/\/.*\b(SPEC|CONTRACT|DESIGN)\b/

const everything = globSync('src/**/*.{ts,tsx}')
const production = everything.filter((path) => !forTests(path))
const source = new Map(everything.map((path) => [path, readFileSync(path, 'utf8')]))
const read = (path: string) => source.get(path) ?? readFileSync(path, 'utf8')
const imports = new Map(everything.map((path) => [path, importsOf(path, read(path))]))

const holding = (pattern: RegExp) => production.filter((path) => pattern.test(read(path)))

/** The stores: files that are named so, in the feature `name` or in all. */
const stores = (name?: string) =>
  production.filter((path) => {
    const { feature, role } = placeOf(path)
    return role === 'store' && (name === undefined || feature === name)
  })

function namesTwice(): string[] {
  const names = stores().flatMap((path) =>
    [...read(path).matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)].map(([, name]) => name ?? ''),
  )
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}

/** The files that run for the public sign-up, from the one that binds its endpoint. */
function signUpFiles(): string[] {
  const declared = new RegExp(`export const (\\w+) = endpoint\\(\\{\\s*name: '${SIGN_UP}'`)
  const name = production.flatMap((path) => declared.exec(read(path))?.[1] ?? [])[0]
  if (name === undefined) throw new Error(`no endpoint is named ${SIGN_UP}`)
  const found = new Set(holding(new RegExp(`\\bbind\\w*\\(\\s*${name}\\b`)))
  if (found.size === 0) throw new Error(`nothing binds ${name}`)
  for (const path of found)
    for (const { to, typeOnly } of imports.get(path) ?? []) if (!typeOnly && source.has(to)) found.add(to)
  return [...found]
}

const linesIn = (paths: string[]) =>
  paths.reduce((total, path) => total + read(path).split('\n').length - 1, 0)
const code = globSync('{src,scripts,e2e,content,migrations}/**/*.{ts,tsx,mjs,js,css,sql}')
const citing = code.flatMap((path) =>
  read(path)
    .split('\n')
    .filter((line) => OUTSIDE.test(line)),
)
const scripts = globSync('scripts/**/*.{ts,mjs}').filter((path) => !forTests(path))
/** The imports that break one of the rules of `check-imports.ts`, by its words. */
const broken = brokenImports([...imports.values()].flat())
const breaking = (words: RegExp) => broken.filter(({ rule }) => words.test(rule)).length
const bookingFolders = new Set(
  production.flatMap((path) => /^src\/features\/booking\/([^/]+)\/(?<!(?:-|\/)ui\/)/.exec(path)?.[1] ?? []),
)
const signUp = signUpFiles()
const twice = namesTwice()
const calls = production.reduce((sum, path) => sum + read(path).split('= endpoint({').length - 1, 0)
const writers = holding(/(?<!function )\bsetReservationStatus\(/)

const rows: [what: string, today: number, goal: string][] = [
  ['imports that begin with ../../../', breaking(/written from the top/), '0'],
  ['files that change the status of a reservation', writers.length, '1'],
  ['store files in booking', stores('booking').length, '≤ 8'],
  ['store files in all', stores().length, '≤ 36'],
  ['names of store functions that exist twice', twice.length, '0'],
  ['files that the public sign-up pulls in', signUp.length, '≤ 45'],
  ['  their lines', linesIn(signUp), '≤ 4,500'],
  [`folders of booking's server`, bookingFolders.size, '≤ 5'],
  ['  imports against the order of its parts', breaking(/^inside of booking/), '0'],
  ['imports of the inside of another feature', breaking(/does not use|other feature/), '0'],
  ['files that import each other in circles', breaking(/in no circle/), '0'],
  ['production lines in src', linesIn(production), '≤ 50,000'],
  ['  for each call of the API', Math.round(linesIn(production) / calls), '≤ 575'],
  ['production files in src', production.length, '≤ 650'],
  ['  of 25 lines at most', production.filter((path) => linesIn([path]) <= 25).length, '≤ 80'],
  ['comment lines that cite documents outside the repository', citing.length, '0'],
  ['lines of scripts, without tests', linesIn(scripts), '≤ 4,000'],
]

console.table(Object.fromEntries(rows.map(([what, today, goal]) => [what, { today, goal }])))
if (process.argv.includes('--names')) {
  console.log(`\nstore functions of one name: ${twice.join(', ')}`)
  console.log(`the status is written in ${writers.join(', ')}`)
  for (const { from, to, rule } of broken) console.log(`${from} takes ${to}: ${rule}`)
  console.log('\nthe public sign-up pulls in')
  for (const path of signUp.toSorted()) {
    const via = signUp.find((from) => imports.get(from)?.some(({ to, typeOnly }) => to === path && !typeOnly))
    console.log(`${linesIn([path]).toString().padStart(5)}  ${path}${via ? `  (by ${via})` : ''}`)
  }
}
