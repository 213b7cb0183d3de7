/**
 * Runs a process whose disk refuses to sync after the first commit. A test checks that the process
 * acknowledges no later commit.
 */
import { DurableNodeFs, openEmbedded } from '#platform/database/embedded.ts'
import { siteFacts } from '#platform/database/schema/site.ts'

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
const write = async (key: string) => {
  await db.transaction((tx) => tx.insert(siteFacts).values({ key, value: 'x' }))
  process.stdout.write(`${key} acknowledged\n`)
}
await Promise.all([write('ack-2'), write('ack-3')])
