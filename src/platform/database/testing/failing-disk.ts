/** A process whose disk refuses to sync from its second commit on: it must not acknowledge that commit. */
import { DurableNodeFs } from '../durable-fs.ts'
import { openEmbedded } from '../embedded.ts'
import { siteFacts } from '../schema/site.ts'

let broken = false

class FailingFs extends DurableNodeFs {
  protected override sync(fd: number): void {
    if (broken) throw new Error('EIO: i/o error, fsync')
    super.sync(fd)
  }
}

const { db } = await openEmbedded(process.argv[2] ?? '', (folder) => new FailingFs(folder))
await db.insert(siteFacts).values({ key: 'ack-1', value: 'x' })
process.stdout.write('first acknowledged\n')
broken = true
await db.insert(siteFacts).values({ key: 'ack-2', value: 'x' })
process.stdout.write('second acknowledged\n')
