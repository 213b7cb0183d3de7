/**
 * The roles of the people who work at the venue, and what each role may do. Every endpoint for staff declares the
 * permission it needs, and the API pipeline checks it. Pages use the same permissions to leave out what the person
 * may not open.
 */

export const ROLES = ['owner', 'manager', 'desk', 'kitchen', 'bookkeeper'] as const
export type Role = (typeof ROLES)[number]

/** Every permission, with what it allows. */
export const PERMISSIONS = {
  'events.see': 'See all events, drafts too, and the house calendar',
  'events.edit': 'Create, change and delete events, their photos and the family calendar',
  'guests.names': 'See who comes, with names and arrivals',
  'guests.edit': 'See and change reservations, waitlists, rooms, messages and e-mails',
  'health.food': 'See food allergies and diets',
  'health.see': 'See medical conditions and the other health details',
  'money.take': 'See what guests owe, change invoices and record payments',
  'money.refund': 'Refund payments and settle open balances',
  'money.see': 'See statements, the year report, taxes and the register of checks',
  'money.close': 'Close months, post adjustments and make deposit slips',
  'money.edit': 'Change codes, taxes and the names of accounts',
  'settings.edit': 'Change settings, and see the history and the state of the system',
  'people.edit': 'Invite people and change their roles',
} as const
export type Permission = keyof typeof PERMISSIONS

const ALL = Object.keys(PERMISSIONS) as Permission[]

const PERMISSIONS_OF: Record<Role, readonly Permission[]> = {
  owner: ALL,
  manager: ALL.filter((permission) => permission !== 'settings.edit' && permission !== 'people.edit'),
  desk: ['events.see', 'guests.names', 'guests.edit', 'health.food', 'health.see', 'money.take'],
  kitchen: ['events.see', 'guests.names', 'health.food'],
  bookkeeper: ['events.see', 'guests.names', 'money.see', 'money.close'],
}

/** Returns what a role may do. Returns nothing for a person without a role. */
export const permissionsOf = (role: Role | null): readonly Permission[] =>
  role === null ? [] : PERMISSIONS_OF[role]
