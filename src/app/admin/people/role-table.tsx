/** The table of what each role can do, in words, derived from its permissions (docs/decisions/0107). */
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { type Permission, PERMISSIONS, permissionsOf, type Role, ROLE_WORDS, ROLES } from '#shared/roles.ts'

/**
 * The areas of the table. Each names its permissions by the beginning of their names. `words` says what a set of them
 * allows, the largest set first. The page says it in words of its own, because a list of permissions is long to read.
 */
const AREAS = [
  {
    head: 'Events',
    of: ['events.'],
    words: [
      ['Edit', 'events.see', 'events.edit'],
      ['See', 'events.see'],
    ],
  },
  {
    head: 'Guests and rooms',
    of: ['guests.'],
    words: [
      ['Edit', 'guests.names', 'guests.edit'],
      ['Names and arrivals', 'guests.names'],
    ],
  },
  {
    head: 'Health details',
    of: ['health.'],
    words: [
      ['See', 'health.food', 'health.see'],
      ['Food only', 'health.food'],
    ],
  },
  {
    head: 'Money',
    of: ['money.'],
    words: [
      ['Edit', 'money.take', 'money.refund', 'money.see', 'money.close', 'money.edit'],
      ['See, close months, export', 'money.see', 'money.close'],
      ['Take payments, no refunds', 'money.take'],
    ],
  },
  {
    head: 'Settings and people',
    of: ['settings.', 'people.'],
    words: [['Edit', 'settings.edit', 'people.edit']],
  },
] as const satisfies readonly {
  head: string
  of: readonly string[]
  words: readonly (readonly [words: string, ...allowed: Permission[]])[]
}[]

type Area = (typeof AREAS)[number]

/** Returns the permissions among these that belong to an area. */
const permissionsIn = ({ of }: Area, permissions: readonly Permission[]) =>
  permissions.filter((permission) => of.some((start) => permission.startsWith(start)))

/**
 * Returns what a role may do in an area. Throws if the role has a set of permissions for which the table has no words,
 * so that the table cannot promise too little or too much.
 */
export function describeArea(area: Area, role: Role): string {
  const has = permissionsIn(area, permissionsOf(role))
  if (has.length === 0) return '–'
  const exact = area.words.find(
    ([, ...allowed]) => allowed.length === has.length && allowed.every((each) => has.includes(each)),
  )
  if (!exact) throw new Error(`No words for what the role ${role} may do: ${has.join(', ')}`)
  return exact[0]
}

const COLUMNS: Column<Role>[] = [
  { name: 'role', head: 'Role', names: true, cell: (role) => ROLE_WORDS[role].label },
  ...AREAS.map((area): Column<Role> => ({
    name: area.head,
    head: area.head,
    ...(area.head === 'Money' && { width: 'minmax(0, 1.4fr)' }),
    cell: (role) => describeArea(area, role),
  })),
]

/** Returns the permissions that no column of the table covers. A test expects none. */
export const uncovered = (): Permission[] => {
  const all = Object.keys(PERMISSIONS) as Permission[]
  return all.filter((permission) => AREAS.every((area) => permissionsIn(area, [permission]).length === 0))
}

export function RoleTable() {
  return (
    <>
      <p>What a role does not include is missing from pages, searches, files and the history.</p>
      <DataTable
        caption="What each role can do"
        columns={COLUMNS}
        rows={ROLES}
        rowKey={(role) => role}
        empty=""
      />
    </>
  )
}
