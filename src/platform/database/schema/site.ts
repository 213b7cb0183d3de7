/** What the site knows of itself. */
import { pgTable, text } from 'drizzle-orm/pg-core'

/** Facts about this installation: when sample data came in, its random site id. */
export const siteFacts = pgTable('site_facts', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
})
