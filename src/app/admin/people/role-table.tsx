/** The table of what each role can do, in words (docs/decisions/0107). */
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { type Role, ROLE_WORDS, ROLES } from '#shared/roles.ts'

interface Described {
  events: string
  guests: string
  health: string
  money: string
  settings: string
}

const DESCRIBED: Record<Role, Described> = {
  owner: { events: 'Edit', guests: 'Edit', health: 'See', money: 'Edit', settings: 'Edit' },
  manager: { events: 'Edit', guests: 'Edit', health: 'See', money: 'Edit', settings: '–' },
  desk: { events: 'See', guests: 'Edit', health: 'See', money: 'Take payments, no refunds', settings: '–' },
  kitchen: { events: 'See', guests: 'Names and arrivals', health: 'Food only', money: '–', settings: '–' },
  bookkeeper: {
    events: 'See',
    guests: 'Names',
    health: '–',
    money: 'See, close months, export',
    settings: '–',
  },
}

const COLUMNS: Column<Role>[] = [
  { name: 'role', head: 'Role', names: true, cell: (role) => ROLE_WORDS[role].label },
  { name: 'events', head: 'Events', cell: (role) => DESCRIBED[role].events },
  { name: 'guests', head: 'Guests and rooms', cell: (role) => DESCRIBED[role].guests },
  { name: 'health', head: 'Health details', cell: (role) => DESCRIBED[role].health },
  { name: 'money', head: 'Money', width: 'minmax(0, 1.4fr)', cell: (role) => DESCRIBED[role].money },
  { name: 'settings', head: 'Settings and people', cell: (role) => DESCRIBED[role].settings },
]

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
