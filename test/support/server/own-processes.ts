/**
 * Returns a function that starts real processes of the site. After the last test of the file, stops these
 * processes and deletes their folder.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { freePort, startProcess, type SiteProcess } from '#test/support/process.ts'

export async function openProcesses() {
  const folder = await mkdtemp(join(tmpdir(), 'site-'))
  const started: SiteProcess[] = []
  afterAll(async () => {
    await Promise.all(started.map((site) => site.stop('SIGKILL')))
    await rm(folder, { recursive: true, force: true })
  })
  return {
    folder,
    start: async (env: Record<string, string> = {}): Promise<SiteProcess> => {
      const site = startProcess({ DATA_DIR: join(folder, 'data'), PORT: await freePort(), ...env })
      started.push(site)
      return site
    },
  }
}
