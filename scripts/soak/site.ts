/** The built site as a process of its own, which tells its memory when asked. */
import { createInterface } from 'node:readline'
import { type Program, startSite } from '../bench/programs.ts'
import type { Memory } from './memory.ts'

export interface SoakSite extends Program {
  /** Megabytes after a forced collection. */
  memory(): Promise<Memory>
}

export async function startSoakSite(env: Record<string, string>): Promise<SoakSite> {
  const site = await startSite(env, ['--expose-gc', '--import', './scripts/soak/report-memory.ts'])
  const { stdout } = site.child
  if (!stdout) throw new Error('The site has no output to read')
  const lines = createInterface({ input: stdout })
  const memory = () =>
    new Promise<Memory>((resolve) => {
      const hear = (line: string) => {
        if (!line.startsWith('soak-memory ')) return
        lines.off('line', hear)
        resolve(JSON.parse(line.slice('soak-memory '.length)))
      }
      lines.on('line', hear)
      site.child.kill('SIGUSR2')
    })
  return { ...site, memory }
}
