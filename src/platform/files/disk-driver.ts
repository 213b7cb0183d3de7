/** flydrive's driver for a folder, which writes in place, made to write whole files or none. */
import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FSDriver } from 'flydrive/drivers/fs'
import { makeDataFolder, syncToDisk } from '../data-folder.ts'

export class DiskDriver extends FSDriver {
  readonly #folder: string

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' })
    this.#folder = folder
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    makeDataFolder(this.#folder)
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
}
