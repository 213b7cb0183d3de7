/** Who uses whom among the features, on the server, and whose table is whose. What nobody needs any more is refused too. */
import { placeOf } from './place.ts'

/** Whose `index.ts` each may use: a table without circles. Every one may use `access`; contracts, rules and ui are open to all. */
export const USES: Record<string, string[]> = {
  booking: ['emails', 'events', 'provider'],
  waitlist: ['booking', 'emails', 'events'],
  uploads: ['events'],
  hosts: ['events'],
  reminders: ['emails'],
  reconciliation: ['booking', 'provider'],
  privacy: ['booking', 'emails', 'events', 'hosts', 'waitlist'],
  backup: ['privacy'],
  roster: ['booking', 'events', 'hosts', 'waitlist'],
  system: ['backup', 'reconciliation'],
  today: ['backup', 'booking', 'reconciliation', 'emails', 'events', 'privacy'],
}

/** The feature whose stores alone write a table; tables of the platform are missing. */
const OWNER: Record<string, string> = {
  events: 'events',
  eventPhotos: 'events',
  reservations: 'booking',
  invoices: 'booking',
  paymentIntents: 'booking',
  payments: 'booking',
  refunds: 'booking',
  webhookEvents: 'booking',
  cancellations: 'booking',
  replacementLinks: 'booking',
  waitlistEntries: 'waitlist',
  waitlistOffers: 'waitlist',
  emails: 'emails',
  recipientCounts: 'emails',
  sessions: 'access',
  hostLinks: 'hosts',
  calendarEvents: 'calendar',
  calendarFeeds: 'calendar',
  uploads: 'uploads',
  bookProofs: 'reconciliation',
  backupProofs: 'backup',
  outbox: 'platform',
  auditEntries: 'platform',
}

/** Who still writes a table of somebody else. This list only gets shorter. */
export const FOREIGN_WRITES: string[] = []

/** A circle of features that use each other, or null. */
export function circleIn(uses: Record<string, string[]>, path: string[] = []): string[] | null {
  for (const feature of path.length === 0 ? Object.keys(uses) : (uses[path.at(-1) ?? ''] ?? [])) {
    if (path.includes(feature)) return [...path.slice(path.indexOf(feature)), feature]
    const circle = circleIn(uses, [...path, feature])
    if (circle) return circle
  }
  return null
}

const DRIZZLE_WRITE = /\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g
const SQL_WRITE = /\b(?:insert into|delete from|update)\s+([a-z_]+)\s+(?:\w+\s+)?(?:set|values|where|\()/g

/** The tables of other features that a store writes, as `from → table`. */
export function foreignWrites(file: string, source: string): string[] {
  const { feature, role } = placeOf(file)
  if (role !== 'store') return []
  const names = [
    ...[...source.matchAll(DRIZZLE_WRITE)].map(([, name = '']) => name),
    ...[...source.matchAll(SQL_WRITE)].map(([, name = '']) => camelCase(name)),
  ]
  const foreign = names.filter((name) => name in OWNER && OWNER[name] !== feature)
  return [...new Set(foreign)].map((name) => `${feature} → ${name}`)
}

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
