/** Facts about the site itself, by name. */
import { pgTable, text } from 'drizzle-orm/pg-core'

/** Facts about this installation: when sample data came in, its random site id. */
export const siteFacts = pgTable('site_facts', {
  key: text('key').primaryKey(),
  value: text('value').notNull(),
})
