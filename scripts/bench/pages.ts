/** Pages and reads of the running site over real sockets, against a bare server that sends as many bytes. */
import { openLoad, pageLength } from './load.ts'
import { compare, type Compared } from './measure.ts'
import { startProgram } from './programs.ts'

export async function benchPath(
  address: string,
  path: string,
  { count, rounds }: { count: number; rounds: number },
): Promise<Compared> {
  const length = await pageLength(address, path)
  const bare = await startProgram(['scripts/bench/bare-server.ts', String(length)], {})
  const [site, server] = [openLoad(address), openLoad(bare.address)]
  try {
    return await compare({
      rounds,
      ours: () => site.ask(path, count),
      // It is many times as fast: a round of the same number would be too short to measure.
      baseline: () => server.ask('/', count * 5),
    })
  } finally {
    site.close()
    server.close()
    await bare.stop()
  }
}
