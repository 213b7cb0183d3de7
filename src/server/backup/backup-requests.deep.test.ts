/**
 * Tests commands that ask a running site for a backup: each command gets its own reply, and none waits
 * forever.
 */
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BackupReport } from '#domain/desk/backup/jobs.ts'
import { answerRequests, askSite } from './backup-requests.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'requests-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const report = (bytes: number): BackupReport => ({
  outcome: 'made',
  bytes,
  rows: 0,
  files: 0,
  problems: [],
  again: false,
})

test('answers two simultaneous requests for a backup one after the other, each with its own report', async () => {
  let under = 0
  let most = 0
  const stop = answerRequests(dataDir, async (path) => {
    most = Math.max(most, (under += 1))
    // A command would have given up by now if no site had answered.
    await sleep(4000)
    under -= 1
    return report(Number(path))
  })
  try {
    const asked = await Promise.all([11, 12].map((nth) => askSite(dataDir, String(nth), 3000)))
    expect(asked).toEqual([report(11), report(12)])
    expect(most).toBe(1)
    await expect.poll(() => readdir(dataDir)).toEqual([])
  } finally {
    stop()
  }
})

test('stops waiting and leaves no file if the site ends during the request', async () => {
  const asking = askSite(dataDir, 'anywhere', 2000)
  await expect.poll(() => readdir(dataDir)).toEqual([expect.stringMatching(/^backup-request-[^.]+\.json$/)])
  const [name = ''] = await readdir(dataDir)
  // Creates the file that a site leaves if it accepted the request and was then killed.
  await rename(join(dataDir, name), join(dataDir, name.replace('request', 'taken')))
  expect(await asking).toBe('silent')
  expect(await readdir(dataDir)).toEqual([])
})

test('stops waiting if no site answers requests for backups', async () => {
  expect(await askSite(dataDir, 'anywhere', 500)).toBe('silent')
  expect(await readdir(dataDir)).toEqual([])
})
