/**
 * Lets `npm run backup` reach a running site, because no other process can read its embedded database.
 * Command and site exchange files in the data folder. Only this user has access to that folder, so the site
 * needs neither a port nor a password for this.
 */
import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { BackupReport } from '#domain/desk/backup/jobs.ts'

const LOOK_EVERY_MS = 1000
/**
 * If a site shows no sign of life for this many milliseconds, it counts as not running. A running site looks
 * for requests every second, or a little later if it is busy.
 */
const SILENT_AFTER_MS = 20_000

const REQUEST = /^backup-request-([0-9a-f-]{36})\.json$/
const TAKEN = /^backup-taken-.*\.json$/
const request = z.object({ path: z.string() })

const requestPath = (dataDir: string, id: string) => join(dataDir, `backup-request-${id}.json`)
/**
 * The path of a request's file while the site works on the request. The site updates the file's time every
 * second.
 */
const takenPath = (dataDir: string, id: string) => join(dataDir, `backup-taken-${id}.json`)
const replyPath = (dataDir: string, id: string) => join(dataDir, `backup-reply-${id}.json`)

/**
 * Asks the site with this data folder to make a backup at `path`. Returns `silent` if no site accepts the
 * request, or if the site ended before it replied.
 */
export async function askSite(
  dataDir: string,
  path: string,
  silentAfterMs = SILENT_AFTER_MS,
): Promise<BackupReport | 'silent'> {
  const id = randomUUID()
  await writeWhole(requestPath(dataDir, id), { path })
  let heardAt = Date.now()
  for (;;) {
    const reply = await readJson(replyPath(dataDir, id))
    if (reply) {
      await rm(replyPath(dataDir, id), { force: true })
      return reply as BackupReport
    }
    // Waits longer if the site shows that it still works on another request.
    heardAt = Math.max(heardAt, await aliveAt(dataDir))
    if (Date.now() - heardAt > silentAfterMs) {
      for (const pathOf of [requestPath, takenPath]) await rm(pathOf(dataDir, id), { force: true })
      return 'silent'
    }
    await sleep(LOOK_EVERY_MS / 4)
  }
}

/**
 * Answers requests for backups, one at a time, until the caller calls the returned function. Only one site at
 * a time uses the folder.
 */
export function answerRequests(dataDir: string, make: (path: string) => Promise<BackupReport>): () => void {
  let busy = false
  const look = async () => {
    for (const name of await readdir(dataDir)) {
      const [, id] = REQUEST.exec(name) ?? []
      if (id !== undefined) await answer(dataDir, id, make)
    }
  }
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    // Ignores a request that cannot be read or answered. The command that sent it stops waiting on its own.
    void look()
      .catch(() => {})
      .finally(() => (busy = false))
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

async function answer(
  dataDir: string,
  id: string,
  make: (path: string) => Promise<BackupReport>,
): Promise<void> {
  const taken = takenPath(dataDir, id)
  await rename(requestPath(dataDir, id), taken)
  const touch = () => void utimes(taken, new Date(), new Date()).catch(() => {})
  touch()
  const alive = setInterval(touch, LOOK_EVERY_MS)
  alive.unref()
  try {
    const asked = request.safeParse(await readJson(taken))
    if (asked.success) await writeWhole(replyPath(dataDir, id), await make(asked.data.path))
  } finally {
    clearInterval(alive)
    await rm(taken, { force: true })
  }
}

/** Returns when a site last showed that it answers requests for backups. Returns 0 if none does. */
async function aliveAt(dataDir: string): Promise<number> {
  const taken = (await readdir(dataDir)).filter((name) => TAKEN.test(name))
  const found = await Promise.all(taken.map((name) => stat(join(dataDir, name)).catch(() => null)))
  return Math.max(0, ...found.map((file) => file?.mtimeMs ?? 0))
}

/** Returns the parsed file, or null if the file is missing or cannot be parsed. */
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
