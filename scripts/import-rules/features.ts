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

/** The tables that a feature's stores alone write; of the platform's those that no store may. */
const OWNS: Record<string, string[]> = {
  events: ['events', 'eventPhotos', 'eventOptions'],
  booking: [
    'reservations',
    'invoices',
    'paymentIntents',
    'payments',
    'refunds',
    'webhookEvents',
    'cancellations',
    'replacementLinks',
    'reservationOptions',
    'keptCards',
    'cardCharges',
  ],
  waitlist: ['waitlistEntries', 'waitlistOffers'],
  emails: ['emails', 'recipientCounts'],
  messages: ['guestMessages'],
  news: ['news', 'newsVisits'],
  access: ['sessions'],
  arrival: ['arrivals'],
  rooms: ['rooms', 'roomAssignments'],
  hosts: ['hostLinks'],
  calendar: ['calendarEvents', 'calendarFeeds'],
  uploads: ['uploads'],
  reconciliation: ['bookProofs'],
  backup: ['backupProofs'],
  codes: ['codes', 'discountsGiven'],
  statements: ['payouts', 'balanceTransactions'],
  platform: ['outbox', 'auditEntries'],
}

const DRIZZLE_WRITE = /\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g
const SQL_WRITE = /\b(?:insert into|delete from|update)\s+([a-z_]+)\s+(?:\w+\s+)?(?:set|values|where|\()/g

/** The tables of other features that a store writes, as `from → table`. */
export function foreignWrites(file: string, source: string): string[] {
  const { feature, role } = placeOf(file)
  if (role !== 'store') return []
  const written = new Set([
    ...[...source.matchAll(DRIZZLE_WRITE)].map(([, name = '']) => name),
    ...[...source.matchAll(SQL_WRITE)].map(([, name = '']) => camelCase(name)),
  ])
  const foreign = Object.entries(OWNS).flatMap(([owner, tables]) => (owner === feature ? [] : tables))
  return foreign.filter((table) => written.has(table)).map((table) => `${feature} → ${table}`)
}

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
