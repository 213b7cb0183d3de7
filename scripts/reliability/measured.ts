/** What the long runs measured, kept in small files that are committed: docs/reliability.md is made of them. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../../docs/measured/', import.meta.url))

const fileOf = (name: string) => `${FOLDER}${name}.json`

/** With the day on which it was measured. */
export function writeMeasured(name: string, result: object): void {
  mkdirSync(FOLDER, { recursive: true })
  const measured = { day: new Date().toISOString().slice(0, 10), ...result }
  writeFileSync(fileOf(name), `${JSON.stringify(measured, null, 2)}\n`)
}

/** Null: it has not been measured yet. */
export function readMeasured<Result>(name: string): (Result & { day: string }) | null {
  const file = fileOf(name)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result & { day: string }) : null
}
