/** The public reads of the API through the site's `fetch`, against the selects that one sends, sent bare. */
import type { House } from './house.ts'
import { compare, type Compared, inLanes } from './measure.ts'
import { replayReads } from './replay.ts'

/** What is read, in one process and over HTTP. */
export const READS = ['/api/auth/event/list', '/api/auth/event/get?eventUrlName=leather-and-light']

/** The sample events must be there. */
export async function benchRead(
  house: House,
  path: string,
  size: { count: number; lanes: number; rounds: number },
): Promise<Compared> {
  const { http, services } = house.site
  const url = new URL(path, services.settings.publicUrl).href
  const read = async () => {
    const reply = await http.fetch(new Request(url))
    if (reply.status !== 200) throw new Error(`${path} was answered ${reply.status}`)
    await reply.arrayBuffer()
  }
  const recorded = await house.record(read)
  return compare({
    rounds: size.rounds,
    ours: () => inLanes(size, read),
    baseline: () => inLanes(size, () => replayReads(house.bare, recorded)),
  })
}
