/** How the morning page tells of the nightly backup. Pure. */
import type { BackupFacts } from '#features/today/contract.ts'
import { daysBetween, formatDay } from '#shared/days.ts'

/** Missing nights that call for somebody: a single one may still be made today. */
const LATE_NIGHTS = 2

/** The one line about the backup; `good`: nobody has to do anything. */
export function backupLine({ nightly, night, proof }: BackupFacts): {
  words: string
  tone: 'good' | 'bad' | 'open'
} {
  if (!nightly) return { words: 'The site makes no backups: they are made by other means.', tone: 'open' }
  if (!proof) return { words: 'No backup has been made yet.', tone: 'open' }
  const nights = daysBetween(proof.day, night)
  const when = nights > 0 ? `in the night to ${formatDay(proof.day)}` : 'last night'
  if (proof.outcome === 'failed') return { words: `No backup could be made ${when}.`, tone: 'bad' }
  if (proof.outcome === 'broken')
    return { words: `Something is wrong with the backup made ${when}.`, tone: 'bad' }
  const rows = `${proof.rows.toLocaleString('en-US')} rows`
  const words = `A backup of ${rows} was made ${when}, restored beside the site, and equal.`
  if (nights === 0) return { words, tone: 'good' }
  return { words: `${words} None has been made since.`, tone: nights >= LATE_NIGHTS ? 'bad' : 'open' }
}
