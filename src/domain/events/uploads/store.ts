/** Reads and writes the rows of uploaded pictures and PDFs. */
import { and, asc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { type Database, firstRow, onlyRow, rows, type Transaction } from '#platform/database/database.ts'
import { documents, uploads } from '#platform/database/schema/uploads.ts'

type NewUpload = Omit<typeof uploads.$inferInsert, 'id' | 'avifAt'>
export type UploadRow = typeof uploads.$inferSelect
type NewDocument = Omit<typeof documents.$inferInsert, 'id'>

export const insertUpload = async (tx: Transaction, upload: NewUpload): Promise<number> =>
  onlyRow(await tx.insert(uploads).values(upload).returning({ id: uploads.id })).id

export const findUpload = (db: Database, name: string): Promise<UploadRow | undefined> =>
  firstRow(db.select().from(uploads).where(eq(uploads.name, name)))

/** Returns the next picture without AVIF files: the first one whose id is larger than `afterId`. */
export async function findWithoutAvif(db: Database, afterId: number): Promise<UploadRow | undefined> {
  const [found] = await db
    .select()
    .from(uploads)
    .where(and(isNull(uploads.avifAt), gt(uploads.id, afterId)))
    .orderBy(asc(uploads.id))
    .limit(1)
  return found
}

export async function markAvifMade(db: Database, name: string, at: Date): Promise<void> {
  await db
    .update(uploads)
    .set({ avifAt: at })
    .where(and(eq(uploads.name, name), isNull(uploads.avifAt)))
}

/** Returns pictures uploaded before `madeBefore` that no event uses in its texts or photos. */
export async function findUnused(db: Database, madeBefore: Date): Promise<UploadRow[]> {
  const old = await db.select().from(uploads).where(lt(uploads.createdAt, madeBefore))
  if (old.length === 0) return []
  const shown = await listUsedNames(db, '/uploads/([a-z0-9]{40})')
  return old.filter(({ name }) => !shown.has(name))
}

/** Returns the names that the pattern's group matches in the texts and photos of all events. */
async function listUsedNames(db: Database, pattern: string): Promise<Set<string>> {
  const found = await db.execute(sql`
    select distinct (regexp_matches(text, ${pattern}::text, 'g'))[1] as name from (
      select concat_ws(' ', main_image, second_image, pdf_link, cost_addendum, includes, short_description, long_description, about::text)
        as text from events
      union all select url from event_photos
    ) as texts`)
  return new Set(rows<{ name: string }>(found).map(({ name }) => name))
}

export async function deleteUpload(db: Database, name: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.name, name))
}

export const insertDocument = async (tx: Transaction, document: NewDocument): Promise<number> =>
  onlyRow(await tx.insert(documents).values(document).returning({ id: documents.id })).id

export const hasDocument = async (db: Database, name: string): Promise<boolean> =>
  (await db.$count(documents, eq(documents.name, name))) > 0

/** Returns the names of PDFs uploaded before `madeBefore` that no event uses in its texts or photos. */
export async function findUnusedDocuments(db: Database, madeBefore: Date): Promise<string[]> {
  const old = await db
    .select({ name: documents.name })
    .from(documents)
    .where(lt(documents.createdAt, madeBefore))
  if (old.length === 0) return []
  const shown = await listUsedNames(db, '/uploads/([a-z0-9]{20})[.]pdf')
  return old.map(({ name }) => name).filter((name) => !shown.has(name))
}

export async function deleteDocument(db: Database, name: string): Promise<void> {
  await db.delete(documents).where(eq(documents.name, name))
}
