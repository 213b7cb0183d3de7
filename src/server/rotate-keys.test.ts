/** Runs `npm run rotate-keys` as a separate process, as an operator does. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addGroups } from '#test/support/backup/backup-site.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import { openEmbedded } from '#platform/database/embedded.ts'
import { loadSecrets } from '#platform/secrets.ts'
import { startProcess } from '#test/support/process.ts'
import { cloneFolderTemplate } from '#test/support/template.ts'

test('encrypts all data again with a new key in the file of the generated keys (R18.7)', async () => {
  const root = await mkdtemp(join(tmpdir(), 'rotate-keys-'))
  const dataDir = join(root, 'site')
  await cloneFolderTemplate(dataDir)
  const { dataKeys: old } = await loadSecrets({
    dataDir,
    sessionSecret: null,
    dataKeys: null,
    devAdminPassword: null,
  })
  const { db, close } = await openEmbedded(dataDir)
  await addGroups({ db, sealer: createSealer(old), now: () => new Date() })
  await close()
  const file = join(dataDir, 'secrets', 'data-keys')
  await writeFile(file, `2027:${randomBytes(32).toString('base64')},${await readFile(file, 'utf8')}`)

  const command = startProcess({ DATA_DIR: dataDir }, ['src/server/rotate-keys.ts'])
  expect(await command.ended, command.output().stderr).toBe(0)
  expect(command.output().stdout).toMatch(/^reservations: [1-9]\d* rows$/m)
  expect(command.output().stdout).toContain('Everything is now under the key "2027".')
  await rm(root, { recursive: true })
})
