/** Keeps what a run of tests came to, by file, in docs/measured/tests.json. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Counts } from '../test-run/reports.ts'
import { ROOT } from '../prepare/paths.mjs'

const FOLDER = join(ROOT, 'docs', 'measured')
const FILE = join(FOLDER, 'tests.json')

/** By file, then by step (`http`: on the embedded database, `postgres`: on a server, …). */
type Results = Record<string, Record<string, { day: string; passed: number; failed: number }>>

export function readResults(): Results {
  return existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {}
}

const fileOf = (name: string) => name.replace(/ › .*/s, '')

export function keepResults(step: string, { timed, failures }: Counts) {
  const results = readResults()
  const day = new Date().toISOString().slice(0, 10)
  const failed = Map.groupBy(failures, ({ file }) => file)
  for (const [file, tests] of Map.groupBy(timed, ({ name }) => fileOf(name))) {
    const path = step === 'e2e' ? `e2e/${file}` : file
    const broken = failed.get(file)?.length ?? 0
    results[path] = { ...results[path], [step]: { day, passed: tests.length - broken, failed: broken } }
  }
  mkdirSync(FOLDER, { recursive: true })
  const sorted = Object.fromEntries(
    Object.entries(results).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`)
}
