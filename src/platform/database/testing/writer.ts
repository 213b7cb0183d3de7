/** A process to be killed: commits rows one by one and prints each key once its commit was acknowledged. */
import { openEmbedded } from '../embedded.ts'
import { siteFacts } from '../schema/site.ts'

const [dataDir = '', prefix = ''] = process.argv.slice(2)
const { db } = await openEmbedded(dataDir)
for (let count = 0; ; count += 1) {
  const key = `${prefix}${count}`
  await db.insert(siteFacts).values({ key, value: 'x' })
  process.stdout.write(`${key}\n`)
}
