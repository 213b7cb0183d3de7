/** Decides who may see which entries of the change history, by the kind of thing that was changed. */
import type { Permission } from '#shared/roles.ts'

/**
 * The permission that each kind of entry needs, besides the permission to open the history. A kind that is not listed
 * needs `settings.edit`. So nobody but owners sees a new kind until someone has decided who may.
 */
const NEEDED: Record<string, Permission> = {
  reservation: 'guests.edit',
  waitlist: 'guests.edit',
  room: 'guests.edit',
  email: 'guests.edit',
  message: 'guests.edit',
  host_link: 'guests.edit',
  invoice: 'money.take',
  payment: 'money.take',
  event: 'events.see',
  photo: 'events.see',
  upload: 'events.see',
  document: 'events.see',
  calendar_event: 'events.see',
  calendar_feed: 'events.see',
  code: 'money.edit',
  tax: 'money.see',
  statement: 'money.see',
  checks: 'money.see',
  deposit_slip: 'money.see',
  backup: 'settings.edit',
  person: 'people.edit',
}

/**
 * Returns the kinds of entries that a reader with these permissions sees. Returns null if the reader sees all kinds.
 */
export function visibleEntities(may: (permission: Permission) => boolean): string[] | null {
  const all = Object.entries(NEEDED)
  const visible = all.filter(([, permission]) => may(permission)).map(([entity]) => entity)
  return visible.length === all.length ? null : visible
}
