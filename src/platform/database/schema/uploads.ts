/** Pictures that admins uploaded. Their files are in the file store under the row's random name. */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const uploads = pgTable(
  'uploads',
  {
    id: serial('id').primaryKey(),
    /** Random; part of every file's name and address. */
    name: text('name').notNull().unique(),
    /** Pixels, after rotating the picture upright. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** The widths in which files exist. */
    widths: integer('widths').array().notNull(),
    /** A tiny picture as a `data:` address, shown until the file has loaded. */
    preview: text('preview').notNull(),
    /** `admin:<subject>`. */
    uploadedBy: text('uploaded_by').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When a job created its AVIF files, which takes time. */
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

/** PDF documents that admins uploaded for events. Each is one file in the file store, `<name>.pdf`. */
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
