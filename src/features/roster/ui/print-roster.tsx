import { TableHead } from '#ui/data-table.tsx'
import { memo } from 'react'
import { isGuest } from '#shared/reservation-status.ts'
import { byNameOf } from './arrange.ts'
import type { Guest } from '../contract.ts'
import { moreGuests } from './all-guests.tsx'
import { plural } from '#shared/text.ts'

interface PrintRosterProps {
  guests: Guest[]
  /** How many guests there are besides. */
  missing: number
  /** The event and its days. */
  title: string
}

/** For paper alone: the guests, how to reach them, what they must not eat (R16.10). */
export const PrintRoster = memo(function PrintRoster({ guests, missing, title }: PrintRosterProps) {
  const coming = byNameOf(guests.filter(isGuest))
  return (
    <div className="roster-print">
      <h2>{title}</h2>
      <p>{plural(coming.length, 'guest')}</p>
      {missing > 0 && <p>Not the whole list: {moreGuests(missing)} could not be loaded yet.</p>}
      <table>
        <TableHead heads={['Name', 'Phone', 'Food allergies']} />
        <tbody>
          {coming.map(({ id, customerName, nickname, phone, foodAllergies }) => (
            <tr key={id}>
              <th scope="row">
                {customerName || 'Deleted guest'}
                {nickname && ` “${nickname}”`}
              </th>
              <td>{phone ?? '–'}</td>
              <td>{foodAllergies ?? 'Not given yet'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
})
