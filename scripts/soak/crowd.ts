/** Visitors who come again and again until the time is over. */
import { setTimeout as sleep } from 'node:timers/promises'
import { admin, guest, type Place, reader, stranger, type Tally, uploader, type Visitor } from './visitors.ts'

/** How many of a kind at once, and how long each rests in between. */
const KINDS: { visitor: Visitor; many: number; restMs: number }[] = [
  { visitor: reader, many: 4, restMs: 200 },
  { visitor: guest, many: 2, restMs: 1500 },
  { visitor: admin, many: 2, restMs: 700 },
  { visitor: uploader, many: 1, restMs: 20_000 },
  { visitor: stranger, many: 1, restMs: 3000 },
]

export const emptyTally = (): Tally => ({
  statuses: new Map(),
  signUps: 0,
  paid: 0,
  uploads: 0,
  retried: 0,
  wrong: [],
})

/** Resolves when the last of them has gone; what broke is in the tally. */
export async function gatherCrowd(place: Place, tally: Tally, until: number): Promise<void> {
  const stay = async ({ visitor, restMs }: (typeof KINDS)[number]) => {
    while (Date.now() < until) {
      await visitor(place, tally).catch((error: unknown) => {
        tally.wrong.push(`${visitor.name}: ${wordsOf(error)}`)
      })
      await sleep(restMs * (0.5 + Math.random()))
    }
  }
  await Promise.all(KINDS.flatMap((kind) => Array.from({ length: kind.many }, () => stay(kind))))
}

function wordsOf(error: unknown): string {
  const { message, cause } = error as Error
  const { code } = (cause ?? {}) as { code?: string }
  return code ? `${message} (${code})` : message
}
