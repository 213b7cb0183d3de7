/**
 * Tests the trial restore of a backup. It reports nothing for a good backup, and exactly what is wrong with a bad
 * one.
 */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoices } from '#platform/database/schema/booking.ts'
import { makeEvent, makeReservation } from '#test/support/factories.ts'
import { DDL } from '#dev/stripe/store.ts'
import { proveBackup } from './restore-backup.ts'
import {
  type EmptyTarget,
  type BackupSite,
  openEmptyTarget,
  openBackupSite,
  OTHER_SEALER,
} from '#test/support/backup/backup-site.ts'

let site: BackupSite
let empty: EmptyTarget
beforeAll(async () => {
  site = await openBackupSite()
  empty = await openEmptyTarget(site)
})
afterAll(async () => {
  await empty.close()
  await site.close()
})

let backups = 0
async function proofOf(sealer = site.app.services.sealer): Promise<string[]> {
  const { path } = await site.backUp(`${(backups += 1)}.tar.gz`)
  return proveBackup({ db: empty.db, sealer, sandboxDdl: DDL }, path)
}

test('finds no problem in a good backup, but inconsistent rows, missing files and unreadable values in a bad one', async () => {
  const { services } = site.app
  const { id: reservationId } = await makeReservation(services, (await makeEvent(services.db)).id, {
    customerName: 'One',
    email: 'one@example.test',
    status: 'confirmed',
  })
  const [invoice] = await services.db
    .insert(invoices)
    .values({ reservationId, purpose: 'other', amount: 500 })
    .returning()
  await services.db.execute(sql`insert into payments (method, amount, invoice_id, reservation_id, paid_at)
    values ('cash', 500, ${invoice?.id}, ${reservationId}, now())`)
  expect(await proofOf()).toEqual([])

  await services.db.update(invoices).set({ amount: 600 }).where(eq(invoices.reservationId, reservationId))
  await services.db.execute(sql`insert into refunds (payment_id, key, amount, reason, by_hand, status)
    select id, 'k', 501, 'admin', true, 'succeeded' from payments`)
  await services.db.execute(sql`insert into uploads (name, width, height, widths, preview, uploaded_by)
    values ('qqqqqqqqqqqqqqqqqqqq', 1, 1, '{1}', 'data:,', 'admin:one')`)
  await services.db.execute(sql`insert into documents (name, bytes, uploaded_by)
    values ('pppppppppppppppppppp', 1, 'admin:one'), ('kkkkkkkkkkkkkkkkkkkk', 1, 'admin:one')`)
  await site.app.fileStore.write(`${'k'.repeat(20)}.pdf`, Buffer.from('%PDF-'), 'application/pdf')
  await services.db.execute(sql`update reservations set nickname = 's1.1.AAAA.BBBB'`)
  expect(await proofOf()).toEqual([
    'The paid invoices of 1 reservations do not match their payments.',
    'For 1 payments, the refunds exceed the payment.',
    '2 uploaded pictures and PDFs have no file.',
    'reservations.nickname does not open with the keys of DATA_KEYS.',
  ])
  expect(await proofOf(OTHER_SEALER)).toMatchObject([
    expect.stringContaining('another key under the name "1"'),
  ])
})
