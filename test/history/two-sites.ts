/** The same histories on PostgreSQL and on the embedded database, and what each has stored in the end. */
import { sample } from 'fast-check'
import { cloneMemoryTemplate } from '#test/support/database.ts'
import { randomHistory } from './random-history.ts'
import type { Step } from './operations.ts'
import { runHistory } from './run-history.ts'
import { rowsOf } from './rows.ts'
import { type HistorySite, openHistorySite } from './site.ts'

export interface TwoSites {
  underTest: HistorySite
  embedded: HistorySite
}

/** One on a database of the kind under test, one on the embedded. Their jobs are done in their order, which else is the machine's. */
export async function openTwoSites(): Promise<TwoSites> {
  const underTest = await openHistorySite({ lanes: 1 })
  return { underTest, embedded: await openHistorySite({ lanes: 1, database: await cloneMemoryTemplate() }) }
}

/** Who of two at once is first is for each database to say: here one comes after the other. */
const sequentially = (step: Step): Step[] => (step.do === 'at once' ? [step.one, step.other] : [step])

/** Plays so many histories of a seed on both; gives each end: what was untrue, or null, what the provider was asked, and all rows. */
export async function finalRowsOf({ underTest, embedded }: TwoSites, seed: number, histories: number) {
  const ends = []
  for (const steps of sample(randomHistory, { seed, numRuns: histories })) {
    const on = async (site: HistorySite) => {
      const { story } = await runHistory(site, steps.flatMap(sequentially))
      return { story, calls: site.conditions.calls.toSorted(), rows: await rowsOf(site.app) }
    }
    ends.push({ underTest: await on(underTest), embedded: await on(embedded) })
  }
  return ends
}
