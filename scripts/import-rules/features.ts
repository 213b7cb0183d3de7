/** Who uses whom among the features, on the server, and whose table is whose. What nobody needs any more is refused too. */
import { placeOf } from './place.ts'

/** Whose `index.ts` each may use: a table without circles. Every one may use `access`; contracts, rules and ui are open to all. */
export const USES: Record<string, string[]> = {
  arrival: ['emails'],
  rooms: ['events'],
  codes: ['events'],
  booking: ['arrival', 'codes', 'emails', 'events', 'provider', 'rooms'],
  waitlist: ['booking', 'emails', 'events'],
  uploads: ['events'],
  hosts: ['arrival', 'events', 'rooms'],
  reminders: ['emails'],
  messages: ['emails', 'events'],
  emails: ['events', 'news'],
  reconciliation: ['booking', 'provider'],
  statements: ['provider'],
  privacy: ['arrival', 'booking', 'codes', 'emails', 'events', 'hosts', 'messages', 'rooms', 'waitlist'],
  backup: ['privacy'],
  roster: ['booking', 'events', 'hosts', 'waitlist'],
  system: ['backup', 'reconciliation'],
  today: ['arrival', 'backup', 'booking', 'reconciliation', 'emails', 'events', 'privacy'],
}

/** The feature whose stores alone write a table; tables of the platform are missing. */
const OWNER: Record<string, string> = {
  events: 'events',
  eventPhotos: 'events',
  eventOptions: 'events',
  reservations: 'booking',
  invoices: 'booking',
  paymentIntents: 'booking',
  payments: 'booking',
  refunds: 'booking',
  webhookEvents: 'booking',
  cancellations: 'booking',
  replacementLinks: 'booking',
  reservationOptions: 'booking',
  waitlistEntries: 'waitlist',
  waitlistOffers: 'waitlist',
  emails: 'emails',
  recipientCounts: 'emails',
  guestMessages: 'messages',
  news: 'news',
  newsVisits: 'news',
  sessions: 'access',
  arrivals: 'arrival',
  rooms: 'rooms',
  roomAssignments: 'rooms',
  hostLinks: 'hosts',
  calendarEvents: 'calendar',
  calendarFeeds: 'calendar',
  uploads: 'uploads',
  bookProofs: 'reconciliation',
  backupProofs: 'backup',
  codes: 'codes',
  keptCards: 'booking',
  cardCharges: 'booking',
  payouts: 'statements',
  balanceTransactions: 'statements',
  outbox: 'platform',
  auditEntries: 'platform',
}

/** A circle of features that use each other; null: there is none. */
export function circleIn(uses: Record<string, string[]>): string[] | null {
  const seen = new Set<string>()
  const from = (name: string, path: string[]): string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (seen.has(name)) return null
    seen.add(name)
    for (const next of uses[name] ?? []) {
      const circle = from(next, [...path, name])
      if (circle) return circle
    }
    return null
  }
  for (const name of Object.keys(uses)) {
    const circle = from(name, [])
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
