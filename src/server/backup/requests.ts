/**
 * How `npm run backup` reaches a running site whose embedded database no other process can read: by a file in the data
 * folder, which is this user's alone, so nothing listens and nothing needs a password.
 */
import { randomUUID } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { BackupReport } from './task.ts'

const LOOK_EVERY_MS = 1000
/** A site looks each second; one that is starting, or stalls, somewhat later. */
const TAKEN_WITHIN_MS = 20_000

const request = z.object({ id: z.uuid(), path: z.string() })

const requestPath = (dataDir: string) => join(dataDir, 'backup-request.json')
const replyPath = (dataDir: string, id: string) => join(dataDir, `backup-reply-${id}.json`)

/** Asks the site that has this data folder for a backup at `path`. `silent`: none takes it up. */
export async function askSite(dataDir: string, path: string): Promise<BackupReport | 'silent'> {
  const id = randomUUID()
  await writeWhole(requestPath(dataDir), { id, path })
  const giveUpAt = Date.now() + TAKEN_WITHIN_MS
  for (;;) {
    const reply = await readJson(replyPath(dataDir, id))
    if (reply) {
      await rm(replyPath(dataDir, id), { force: true })
      return reply as BackupReport
    }
    const taken = (await readJson(requestPath(dataDir))) === null
    if (!taken && Date.now() > giveUpAt) {
      await rm(requestPath(dataDir), { force: true })
      return 'silent'
    }
    await sleep(LOOK_EVERY_MS / 4)
  }
}

/** Answers such requests, one after the other, until the returned function is called. */
export function answerRequests(dataDir: string, make: (path: string) => Promise<BackupReport>): () => void {
  let busy = false
  const look = async () => {
    const asked = request.safeParse(await readJson(requestPath(dataDir)))
    if (!asked.success) return
    const { id, path } = asked.data
    await rm(requestPath(dataDir), { force: true })
    await writeWhole(replyPath(dataDir, id), await make(path))
  }
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    // The command gives up by itself where its request cannot be read or answered.
    void look()
      .catch(() => {})
      .finally(() => (busy = false))
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Null: there is none, or nothing that can be read. */
async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return null
  }
}

async function writeWhole(path: string, value: unknown): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, JSON.stringify(value), { mode: 0o600 })
  await rename(draft, path)
}
