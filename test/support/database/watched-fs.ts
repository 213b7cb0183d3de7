/**
 * A file system for tests that simulate power loss. It records which files the database synced to the disk.
 */
import { copyFileSync, fstatSync, fsyncSync, mkdirSync, readlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { DurableNodeFs } from '#platform/database/embedded.ts'

/**
 * Copies every synced file to a second folder. That folder then has what a disk would have after a power
 * loss.
 */
export class WatchedFs extends DurableNodeFs {
  readonly folder: string
  private readonly shadow: string
  constructor(folder: string, shadow: string) {
    super(folder)
    this.folder = folder
    this.shadow = shadow
  }
  protected override sync(fd: number): void {
    fsyncSync(fd)
    const path = readlinkSync(`/proc/self/fd/${fd}`)
    if (fstatSync(fd).isDirectory()) return
    const copy = join(this.shadow, relative(this.folder, path))
    mkdirSync(dirname(copy), { recursive: true })
    copyFileSync(path, copy)
  }
}
