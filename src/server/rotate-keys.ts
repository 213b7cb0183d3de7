/**
 * `npm run rotate-keys`: encrypts all personal data again with the first key of `DATA_KEYS`, or of the file with
 * the keys that the site generated. Then older keys can be removed (docs/operators/security.md).
 */
import { rotateKeys } from '#domain/guests/privacy/data-keys.ts'
import { openDatabase } from '#platform/database/open.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import { loadSecrets } from '#platform/secrets.ts'
import { readSettings } from '#platform/settings.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

const read = readSettings(process.env)
if (!read.ok) {
  for (const problem of read.problems) complain(problem)
  process.exit(1)
}
const { settings } = read

try {
  const sealer = createSealer((await loadSecrets(settings)).dataKeys)
  const { db, close } = await openDatabase(settings)
  try {
    const done = await rotateKeys({ db, sealer }, ({ table, rows }) => say(`${table}: ${rows} rows`))
    const sum = done.reduce((total, { rows }) => total + rows, 0)
    say(`${sum} rows encrypted again. Everything is now under the key "${sealer.keyId}".`)
  } finally {
    await close()
  }
} catch (error) {
  complain(error instanceof Error ? (error.message.split('\n')[0] ?? 'The rotation failed.') : String(error))
  process.exit(1)
}
