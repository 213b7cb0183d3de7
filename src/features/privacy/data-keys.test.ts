/** New keys for old: everything opens with the new one alone, wherever the work was broken off. */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions } from '#platform/database/schema/access.ts'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import { openTestApp } from '#testing/open.ts'
import { dumpOf } from './testing/dump.ts'
import { liveThrough, MARK } from './testing/life.ts'
import { expectOwnKeys, rotateKeys } from './data-keys.ts'

const OLD = `1:${Buffer.alloc(32, 7).toString('base64')}`
const NEW = `2027_a:${Buffer.alloc(32, 9).toString('base64')}`
const both = createSealer(`${NEW},${OLD}`)
const after = createSealer(NEW)

const app = await openTestApp({ now: new Date('2027-04-01T18:00:00Z') })
await liveThrough(app)

const words = (dump: string) => [...(dump.match(MARK) ?? [])].toSorted()

const stop = () => {
  throw new Error('stop')
}

test('a rotation that is broken off is finished by the next; then the old key can go', async () => {
  const { db } = app.services
  const before = words(await dumpOf(app.services))
  // Broken off after the first table.
  await expect(rotateKeys({ db, sealer: both }, stop)).rejects.toThrow('stop')
  expect(words(await dumpOf({ db, sealer: both }))).toEqual(before)
  await expect(dumpOf({ db, sealer: after })).rejects.toThrow('not in DATA_KEYS')

  const done = await rotateKeys({ db, sealer: both })
  const count = (table: string) => done.find((each) => each.table === table)?.rows
  expect(count('reservations')).toBe(0)
  expect(count('audit_entries')).toBe((await db.select().from(auditEntries)).filter(hasSealed).length)
  expect(count('sessions')).toBe((await db.select().from(sessions)).length)
  for (const table of ['emails', 'sandbox.mails', 'waitlist_entries', 'cancellations'])
    expect(count(table)).toBeGreaterThan(0)

  expect(words(await dumpOf({ db, sealer: after }))).toEqual(before)
  expect(JSON.stringify(await dumpOf({ db, sealer: after }))).not.toContain('s1.1.')
  // Guests are found by their address as before.
  const hash = after.lookup('qzxcomermail@example.test')
  expect(await db.select().from(reservations).where(eq(reservations.emailHash, hash))).toHaveLength(1)
  expect((await rotateKeys({ db, sealer: both })).every(({ rows }) => rows === 0)).toBe(true)
})

const hasSealed = ({ actorEmail, details }: typeof auditEntries.$inferSelect) =>
  Boolean(actorEmail ?? details)

test('a value under a key that is gone stops it with words that name the place and nobody', async () => {
  const { db } = app.services
  const stranger = createSealer(`other:${Buffer.alloc(32, 3).toString('base64')}`)
  await expect(rotateKeys({ db, sealer: stranger })).rejects.toThrow(
    'reservations.customerName: sealed under the key "2027_a", which is not in DATA_KEYS',
  )
})

test.each([
  ['under another name', `2:${Buffer.alloc(32, 3).toString('base64')}`],
  ['under the same name', `2027_a:${Buffer.alloc(32, 3).toString('base64')}`],
])(
  'a site with other keys than those of the data, %s, is told so and does not serve',
  async (_what, keys) => {
    await expect(expectOwnKeys({ ...app.services, sealer: createSealer(keys) })).rejects.toThrow(
      /^DATA_KEYS: .* reservations/,
    )
    // The keys of this one are those from before the rotation.
    await expect(app.beforeServing()).rejects.toThrow(/^DATA_KEYS: /)
    await expectOwnKeys({ ...app.services, sealer: after })
  },
)
