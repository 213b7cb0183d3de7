/**
 * Tests that days are ranch days in the database, on the page and in the feed, whatever the time zone of the process.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabaseKind } from '#test/support/database.ts'
import { readCalendar } from '#test/support/read-calendar.ts'

const BOARD = fileURLToPath(new URL('../../../test/support/calendar/board-days.ts', import.meta.url))
const printed = z.object({ zone: z.string(), days: z.array(z.string()), feed: z.string() })

async function boardAt(zone: string) {
  const env = { ...process.env, TZ: zone }
  const { stdout } = await promisify(execFile)(process.execPath, [BOARD], { env })
  return printed.parse(JSON.parse(stdout))
}

// The test starts three processes at the same time, each with its own database. That is slow while other tests run.
const PATIENCE_MS = 180_000

test(
  `keeps the days on the page and in the feed in a process in UTC, Denver or Tokyo (${testDatabaseKind()})`,
  async () => {
    const zones = ['UTC', 'America/Denver', 'Asia/Tokyo']
    const boards = await Promise.all(zones.map(boardAt))
    expect(boards.map(({ zone }) => zone)).toEqual(zones)
    for (const { days, feed } of boards) {
      expect(days).toEqual(['2027-03-14 2027-11-07', '2027-03-13 2027-03-13', '2027-12-31 2028-02-29'])
      expect(readCalendar(feed).entries.map(({ start, end }) => `${start} ${end}`)).toEqual([
        '2027-03-14 2027-11-08',
        '2027-03-13 2027-03-14',
        '2027-12-31 2028-03-01',
      ])
    }
  },
  PATIENCE_MS,
)
