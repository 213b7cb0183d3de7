/** Pictures that admins have uploaded; their files are in the file store, under the row's random name. */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const uploads = pgTable(
  'uploads',
  {
    id: serial('id').primaryKey(),
    /** Random; part of every file's name and address. */
    name: text('name').notNull().unique(),
    /** Pixels, after turning it the right way up. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** The widths that files were made in. */
    widths: integer('widths').array().notNull(),
    /** A tiny picture as a `data:` address, shown until the file is there. */
    preview: text('preview').notNull(),
    /** `admin:<subject>`. */
    uploadedBy: text('uploaded_by').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** The time when its AVIF files were made, which takes a job. */
    avifAt: instant('avif_at'),
  },
  (table) => [
    index('uploads_without_avif')
      .on(table.id)
      .where(sql`avif_at is null`),
    check('uploads_name', sql`name ~ '^[a-z0-9]{20,40}$'`),
    check('uploads_size', sql`width > 0 and height > 0`),
  ],
)

/** PDF documents that admins have uploaded for events; each is one file in the file store, `<name>.pdf`. */
export const documents = pgTable(
  'documents',
  {
    id: serial('id').primaryKey(),
    /** Random; the file's name and address. */
    name: text('name').notNull().unique(),
    bytes: integer('bytes').notNull(),
    /** `admin:<subject>`. */
    uploadedBy: text('uploaded_by').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  () => [check('documents_name', sql`name ~ '^[a-z0-9]{20}$'`), check('documents_bytes', sql`bytes > 0`)],
)
