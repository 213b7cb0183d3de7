/**
 * Runs the same random steps on PostgreSQL and on the embedded database, and reads the rows of both
 * databases.
 */
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

/**
 * Opens one site on the database under test and one on the embedded database. Each site runs one job at a
 * time, so that the order of jobs is the same.
 */
export async function openTwoSites(): Promise<TwoSites> {
  const underTest = await openHistorySite({ lanes: 1 })
  return { underTest, embedded: await openHistorySite({ lanes: 1, database: await cloneMemoryTemplate() }) }
}

/** Turns simultaneous steps into sequential ones, because on each database another step may be faster. */
const sequentially = (step: Step): Step[] => (step.do === 'at once' ? [step.one, step.other] : [step])

/**
 * Runs the random steps of a seed on both sites. Returns for each site the problem found (or null), the calls
 * to the card provider, and all rows.
 */
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
