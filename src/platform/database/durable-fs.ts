/**
 * PGlite's folder with a real fsync. As it comes, its file system ignores fsync: in simulated power loss
 * every data folder was lost or corrupt (decision 4).
 */
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fsyncSync } from 'node:fs'

/** EX_IOERR of sysexits: the disk refused to keep what was written. */
const EXIT_IO_ERROR = 74

type Init = Parameters<NodeFS['init']>
type Module = Parameters<NonNullable<Init[1]['preRun']>[number]>[0]

export class DurableNodeFs extends NodeFS {
  /** How many files were synced so far: shows that commits reach the disk. */
  syncCount = 0

  override async init(pg: Init[0], options: Init[1]) {
    const made = await super.init(pg, options)
    made.emscriptenOpts.preRun = [
      ...(made.emscriptenOpts.preRun ?? []),
      (module: Module) => this.hook(module),
    ]
    return made
  }

  /** Makes one open file's content durable. */
  protected sync(fd: number): void {
    fsyncSync(fd)
  }

  private hook(module: Module): void {
    const { NODEFS } = module as unknown as { NODEFS: { stream_ops: Record<string, unknown> } }
    NODEFS.stream_ops['fsync'] = (stream: { nfd: number }): number => {
      try {
        this.sync(stream.nfd)
      } catch (error) {
        // An exception here would be swallowed and the commit acknowledged: nothing may run after it.
        process.stderr.write(`The database folder cannot be written durably: ${String(error)}\n`)
        process.exit(EXIT_IO_ERROR)
      }
      this.syncCount += 1
      return 0
    }
  }
}
