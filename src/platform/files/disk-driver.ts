/** flydrive's driver for a folder, which writes in place, made to write whole files or none. */
import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FSDriver } from 'flydrive/drivers/fs'
import { makeDataFolder, syncToDisk } from '../data-folder.ts'

const PART = /^\..*\.part$/
/** No write takes so long: an older unfinished file was left by a process that ended. */
const LEFT_AFTER_MS = 24 * 60 * 60_000

export class DiskDriver extends FSDriver {
  readonly #folder: string
  #tidied = false

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' })
    this.#folder = folder
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    makeDataFolder(this.#folder)
    await this.#tidy()
    const part = join(this.#folder, `.${randomUUID()}.part`)
    try {
      const file = await open(part, 'wx', 0o600)
      try {
        await file.writeFile(contents)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(part, join(this.#folder, key))
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
    syncToDisk(this.#folder)
  }

  async #tidy(): Promise<void> {
    if (this.#tidied) return
    this.#tidied = true
    const before = Date.now() - LEFT_AFTER_MS
    for (const name of await readdir(this.#folder)) {
      if (!PART.test(name)) continue
      const path = join(this.#folder, name)
      if ((await stat(path)).mtimeMs < before) await rm(path, { force: true })
    }
  }
}
