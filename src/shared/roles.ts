/**
 * The roles of the people who work at the venue, and what each role may do. Every endpoint for staff declares the
 * permission it needs, and the API pipeline checks it. Pages use the same permissions to leave out what the person
 * may not open.
 */

export const ROLES = ['owner', 'manager', 'desk', 'kitchen', 'bookkeeper'] as const
export type Role = (typeof ROLES)[number]

interface RoleWords {
  label: string
  /** What the role does, as the end of a sentence that begins with "you". */
  does: string
}

export const ROLE_WORDS: Record<Role, RoleWords> = {
  owner: { label: 'Owner', does: 'can see and change everything, including settings and people' },
  manager: { label: 'Manager', does: 'run events, guests and money, but not settings and people' },
  desk: {
    label: 'Front desk',
    does: 'look after guests and rooms, see what they need, and take payments. Refunds are not part of it',
  },
  kitchen: { label: 'Kitchen', does: 'see the guests’ names, their arrivals, and what they cannot eat' },
  bookkeeper: { label: 'Bookkeeper', does: 'see the money, close months and export them' },
}

/** Every permission, with what it allows. */
export const PERMISSIONS = {
  'events.see': 'See all events, private ones and drafts too, and the family calendar',
  'events.edit': 'Create, change and delete events, their photos and the family calendar',
  'guests.names': 'See the names and arrivals of guests',
  'guests.edit': 'See and change reservations, waitlists, rooms, messages and emails, and see their history',
  'health.food': 'See food allergies and diets',
  'health.see': 'See medical conditions and the other health details',
  'money.take': 'See what guests owe and what was refunded, change invoices and record payments',
  'money.refund': 'Refund payments and settle open balances',
  'money.see': 'See statements, the year report, taxes and the register of checks',
  'money.close': 'Close months, post adjustments and make deposit slips',
  'money.edit': 'Change codes, taxes and the names of accounts',
  'settings.edit': 'Change settings, and see the state of the system',
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
