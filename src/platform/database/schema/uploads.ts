/** Pictures that admins uploaded. Their files are in the file store, with the row's random name. */
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, serial, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

export const uploads = pgTable(
  'uploads',
  {
    id: serial('id').primaryKey(),
    /** A random name, which starts the name and the address of each file of the picture. */
    name: text('name').notNull().unique(),
    /** The picture's width in pixels, after it was turned upright. */
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    /** The widths in pixels for which the picture has files. */
    widths: integer('widths').array().notNull(),
    /** A tiny picture as a `data:` address, which is shown until the file is loaded. */
    preview: text('preview').notNull(),
    /** The admin who uploaded the picture, as `admin:<id at the identity provider>`. */
    uploadedBy: text('uploaded_by').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When a job made the picture's AVIF files. They take longer to make than the other files. */
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
    /** A random name. It is the name of the PDF's file and part of its address. */
    name: text('name').notNull().unique(),
    bytes: integer('bytes').notNull(),
    /** The admin who uploaded the PDF, as `admin:<id at the identity provider>`. */
    uploadedBy: text('uploaded_by').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  () => [check('documents_name', sql`name ~ '^[a-z0-9]{20}$'`), check('documents_bytes', sql`bytes > 0`)],
)
