/** Who uses whom among the features, on the server, and that each table has one who writes it. What nobody needs any more is refused too. */
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

const SCHEMA = 'src/platform/database/schema/'
const TABLE = /^export const (\w+) = \w*Table\(/gm
/** Small facts of any part of the site, each under a name of its own. */
const OPEN_TO_ALL = 'siteFacts'
const DRIZZLE_WRITE = /\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g
const SQL_WRITE =
  /\b(?:insert into|delete from|update)\s+(?:\$\{(\w+)\}|([a-z_]+)\s+(?:\w+\s+)?(?:set|values|where|\())/g

/**
 * A table belongs to the feature whose stores write it, or to the platform: what others write as well, in words.
 * @param sources the production files by path, with those of the schema
 */
export function sharedTables(sources: ReadonlyMap<string, string>): string[] {
  const schema = [...sources].filter(([file]) => file.startsWith(SCHEMA))
  const names = schema.flatMap(([, source]) => [...source.matchAll(TABLE)].map(([, name = '']) => name))
  const writers = new Map(names.map((name) => [name, new Set<string>()]))
  writers.delete(OPEN_TO_ALL)
  for (const [file, source] of sources) {
    const { zone, feature, role } = placeOf(file)
    if (zone !== 'platform' && role !== 'store') continue
    for (const [, name, inSql = ''] of [...source.matchAll(DRIZZLE_WRITE), ...source.matchAll(SQL_WRITE)])
      writers.get(name ?? camelCase(inSql))?.add(feature || zone)
  }
  return [...writers]
    .filter(([, by]) => by.size > 1)
    .map(([table, by]) => `the table ${table} is written by ${[...by].toSorted().join(' and ')}`)
}

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
