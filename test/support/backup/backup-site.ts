import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type { Database } from '#platform/database/database.ts'
import { reservationOptions, reservations } from '#platform/database/schema/booking.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { eventOptions } from '#platform/database/schema/events.ts'
import { lodgingRooms, roomAssignments, rooms } from '#platform/database/schema/rooms.ts'
import { waitlistEntries } from '#platform/database/schema/waitlist.ts'
import { openSession } from '#platform/database/postgres.ts'
import { type FileStore, openFileStore } from '#platform/files/file-store.ts'
import type { Sealer } from '#platform/sealing.ts'
import { createSealer } from '#platform/aes-sealer.ts'
import type { Services } from '#platform/services.ts'
import { waitlistColumns } from '#test/support/booking-rows.ts'
import { DDL } from '#dev/stripe/store.ts'
import { buildTestApp, type TestApp } from '#test/support/app.ts'
import { openTestDatabase, type TestDatabase } from '#test/support/database.ts'
import { makeEvent } from '#test/support/factories.ts'
import { makeParty } from '#test/support/booking/party.ts'
import { dumpOf } from '#test/support/guests/dump.ts'
import { type BackupSource, type MadeBackup, makeBackup } from '#domain/desk/backup/make-backup.ts'
import { type Restored, restoreBackup, type RestoreOptions } from '#domain/desk/backup/restore-backup.ts'

export interface BackupSite {
  app: TestApp
  folder: string
  source: BackupSource
  backUp(name?: string): Promise<MadeBackup & { path: string }>
  close(): Promise<void>
}

export async function openBackupSite(now = new Date('2027-04-01T18:00:00Z')): Promise<BackupSite> {
  const app = await buildTestApp({ now })
  const folder = await mkdtemp(join(tmpdir(), 'backup-test-'))
  const source = { db: app.services.db, files: app.fileStore, sealer: app.services.sealer }
  return {
    app,
    folder,
    source,
    backUp: async (name = 'site.tar.gz') => {
      const path = join(folder, name)
      return { ...(await makeBackup(source, path, app.clock.now())), path }
    },
    close: async () => {
      await app.close()
      await rm(folder, { recursive: true })
    },
  }
}

/**
 * Creates rows that refer to each other: a party of two with lodging in a room and a discount code, and a
 * waitlist entry for three guests.
 */
export async function addGroups(services: Pick<Services, 'db' | 'sealer' | 'now'>): Promise<void> {
  const { db, sealer, now } = services
  const { id: eventId } = await makeEvent(db)
  const { members } = await makeParty({ services }, eventId, { names: ['Pat Two', 'Kim Two'] })
  const [tent] = await db
    .insert(eventOptions)
    .values({ eventId, kind: 'lodging', name: 'Tent', price: 4_000, stock: 2, sort: 0 })
    .returning()
  const [room] = await db
    .insert(rooms)
    .values({ name: 'Loft', beds: ['queen'] })
    .returning()
  await db.insert(lodgingRooms).values({ eventId, roomId: room?.id ?? 0, optionId: tent?.id ?? 0 })
  for (const [side, { id: reservationId }] of members.entries()) {
    await db.insert(reservationOptions).values({ reservationId, optionId: tent?.id ?? 0, price: 4_000 })
    const place = { roomId: room?.id ?? 0, bed: 0, side, byHand: true, madeAt: now() }
    await db.insert(roomAssignments).values({ reservationId, eventId, ...place })
  }
  const [code] = await db
    .insert(codes)
    .values({ code: 'SPRING', kind: 'percent', value: 10, eventId })
    .returning()
  const used = { codeId: code?.id ?? null, discount: 10_000 }
  await db
    .update(reservations)
    .set(used)
    .where(eq(reservations.id, members[0]?.id ?? 0))
  const guest = { customerName: 'Lee Three', email: 'lee@guests.example' }
  const waits = { eventId, uuid: randomUUID(), guest, position: 1, createdAt: now(), purgedAt: null }
  await db.insert(waitlistEntries).values({ ...waitlistColumns(sealer, waits), size: 3 })
}

export const TABLES_OF_GROUPS = [
  'event_options',
  'invoice_lines',
  'lodging_rooms',
  'reservation_options',
  'room_assignments',
  'rooms',
  'waitlist_entries',
]

export interface EmptyTarget {
  db: Database
  /**
   * The URL for a second connection to PostgreSQL. Null for the embedded database, which has only one
   * connection.
   */
  url: string | null
  files: FileStore
  restore(path: string, options?: Partial<RestoreOptions> & { sealer?: Sealer }): Promise<Restored>
  /** Returns every row of the database as text, in sorted order, with encrypted values decrypted. */
  dump(): Promise<string[]>
  close(): Promise<void>
}

/** Creates an empty target to which a backup can be restored: a folder for files, and an empty database. */
export async function openEmptyTarget(
  site: BackupSite,
  open: () => Promise<TestDatabase> = openTestDatabase,
): Promise<EmptyTarget> {
  const database = await open()
  // Uses a single connection instead of a pool. A restore refuses to run while a site is connected, and would
  // mistake a pool for a site.
  const session = database.url === null ? null : await openSession(database.url)
  const db = session?.db ?? database.db
  const dataDir = await mkdtemp(join(tmpdir(), 'restore-test-'))
  const files = await openFileStore({ files: { kind: 'disk' }, dataDir })
  const { sealer } = site.app.services
  return {
    db,
    url: database.url,
    files,
    restore: (path, { replace = false, gap = 0, continuesAt = null, sealer: other = sealer } = {}) =>
      restoreBackup({ db, files, sealer: other, sandboxDdl: DDL }, path, { replace, gap, continuesAt }),
    dump: () => dumpedLines({ db, sealer }),
    close: async () => {
      await session?.close()
      await database.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

export async function dumpedLines(of: { db: Database; sealer: Sealer }): Promise<string[]> {
  return (await dumpOf(of)).split('\n').toSorted()
}

export const OTHER_SEALER = createSealer(`1:${Buffer.alloc(32, 9).toString('base64')}`)
