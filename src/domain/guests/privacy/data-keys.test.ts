/**
 * Tests the rotation of data keys. Afterwards the new key alone opens all data, even if the rotation was interrupted.
 */
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions } from '#platform/database/schema/access.ts'
import { auditEntries } from '#platform/database/schema/audit.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import { openTestApp } from '#test/support/open-test-app.ts'
import { dumpOf } from '#test/support/guests/dump.ts'
import { playGuestHistory, MARK } from '#test/support/guests/guest-history.ts'
import { expectOwnKeys, rotateKeys } from './data-keys.ts'

const OLD = `1:${Buffer.alloc(32, 7).toString('base64')}`
const NEW = `2027_a:${Buffer.alloc(32, 9).toString('base64')}`
const both = createSealer(`${NEW},${OLD}`)
const after = createSealer(NEW)

const app = await openTestApp({ now: new Date('2027-04-01T18:00:00Z') })
await playGuestHistory(app)

const words = (dump: string) => [...(dump.match(MARK) ?? [])].toSorted()

const stop = () => {
  throw new Error('stop')
}

test('continues an interrupted rotation of data keys at the next call, and afterwards needs no old key', async () => {
  const { db } = app.services
  const before = words(await dumpOf(app.services))
  // Interrupts the rotation of the data keys after the first table.
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
  // The rotation must also renew the hash by which the site finds guests by their e-mail address.
  const hash = after.lookup('qzxcomermail@example.test')
  expect(await db.select().from(reservations).where(eq(reservations.emailHash, hash))).toHaveLength(1)
  expect((await rotateKeys({ db, sealer: both })).every(({ rows }) => rows === 0)).toBe(true)
})

const hasSealed = ({ actorEmail, details }: typeof auditEntries.$inferSelect) =>
  Boolean(actorEmail ?? details)

test('stops the rotation of data keys at a value that no key opens, and names the column but no person', async () => {
  const { db } = app.services
  const stranger = createSealer(`other:${Buffer.alloc(32, 3).toString('base64')}`)
  await expect(rotateKeys({ db, sealer: stranger })).rejects.toThrow(
    'reservations.customerName: encrypted with the key "2027_a", which is not in DATA_KEYS',
  )
})

test.each([
  ['a key with another id', `2:${Buffer.alloc(32, 3).toString('base64')}`],
  ['another key with the same id', `2027_a:${Buffer.alloc(32, 3).toString('base64')}`],
])('refuses to start a site whose data keys do not open its data: %s', async (_what, keys) => {
  await expect(expectOwnKeys({ ...app.services, sealer: createSealer(keys) })).rejects.toThrow(
    /^DATA_KEYS: .* reservations/,
  )
  // The site in this test still has the data keys from before the rotation.
  await expect(app.beforeServing()).rejects.toThrow(/^DATA_KEYS: /)
  await expectOwnKeys({ ...app.services, sealer: after })
})
