/** The built site as a process that tells its memory when asked, and whether that stays flat. */
import { on } from 'node:events'
import { createInterface } from 'node:readline'
import { type Program, startSite } from '../bench/programs.ts'

/** Megabytes, after a forced collection. */
export interface Memory {
  rss: number
  heap: number
}

export interface Sample extends Memory {
  /** Since the start. */
  minute: number
}

/** The beginning of a line by which `report-memory.ts` answers. */
const MARK = 'soak-memory '

export async function startSoakSite(
  env: Record<string, string>,
): Promise<Program & { memory(): Promise<Memory> }> {
  const site = await startSite(env, ['--expose-gc', '--import', './scripts/soak/report-memory.ts'])
  const { stdout } = site.child
  if (!stdout) throw new Error('The site has no output to read')
  const lines = createInterface({ input: stdout })
  const memory = async (): Promise<Memory> => {
    const heard = on(lines, 'line', { close: ['close'] })
    site.child.kill('SIGUSR2')
    for await (const [line] of heard) if (line.startsWith(MARK)) return JSON.parse(line.slice(MARK.length))
    throw new Error('The site ended before it told its memory')
  }
  return { ...site, memory }
}

export interface Slope {
  /** Megabytes in the middle of the measured time. */
  level: number
  /** Megabytes from its begin to its end, by the line that fits best. */
  growth: number
  flat: boolean
}

/** Compiled code, caches and the database's own buffers fill up first. */
const WARM_UP_SHARE = 0.25
/** The most growth as a part of the level; a leak of a request's worth of bytes is far beyond it within half an hour. */
const MOST_GROWTH = 0.1

/** The line through what was measured after the warm-up. */
export function slopeOf(samples: readonly Sample[], of: keyof Memory): Slope {
  const last = samples.at(-1)?.minute ?? 0
  const steady = samples.filter(({ minute }) => minute >= last * WARM_UP_SHARE)
  const xs = steady.map(({ minute }) => minute)
  const ys = steady.map((sample) => sample[of])
  const [x, y] = [mean(xs), mean(ys)]
  const spread = xs.reduce((sum, one) => sum + (one - x) ** 2, 0)
  const together = xs.reduce((sum, one, index) => sum + (one - x) * ((ys[index] ?? 0) - y), 0)
  const growth = spread === 0 ? 0 : (together / spread) * ((xs.at(-1) ?? 0) - (xs[0] ?? 0))
  return { level: rounded(y), growth: rounded(growth), flat: growth <= y * MOST_GROWTH }
}

const rounded = (value: number) => Number(value.toFixed(1))
const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length
