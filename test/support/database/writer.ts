import { openEmbedded } from '#platform/database/embedded.ts'
import { siteFacts } from '#platform/database/schema/site.ts'

const [dataDir = '', prefix = ''] = process.argv.slice(2)
const { db } = await openEmbedded(dataDir)

async function write(lane: string, insert: (row: { key: string; value: string }) => Promise<unknown>) {
  for (let count = 0; ; count += 1) {
    const key = `${prefix}${lane}-${count}`
    await insert({ key, value: 'x' })
    process.stdout.write(`${key}\n`)
  }
}

const alone = write('alone', (row) => db.insert(siteFacts).values(row))
const together = ['a', 'b', 'c', 'd'].map((lane) =>
  write(lane, (row) => db.transaction((tx) => tx.insert(siteFacts).values(row))),
)
await Promise.all([alone, ...together])
