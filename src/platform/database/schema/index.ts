/** Every table, for Drizzle and its migrations. Code imports the subject's own file. */
export * from './access.ts'
export * from './booking.ts'
export * from './calendar.ts'
export * from './emails.ts'
export * from './events.ts'
export * from './jobs.ts'
export * from './waitlist.ts'
