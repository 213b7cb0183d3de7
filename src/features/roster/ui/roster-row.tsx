import { memo } from 'react'
import { Link } from 'react-router'
import type { Call } from '#shared/client.ts'
import { formatDayOfYear, ranchDay } from '#shared/days.ts'
import { adminReservationPath } from '#shared/links.ts'
import { formatMoney } from '#shared/money.ts'
import { IconButton } from '#ui/icon-button.tsx'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { COLUMNS } from './arrange.ts'
import { EmailLink } from './email-link.tsx'
import type { Opened } from './guest-dialog.tsx'
import { lacksInfo, STATUS_WORDS, type Guest } from './guest.ts'
import { NotesCell } from './notes-cell.tsx'

interface RosterCellsProps {
  guest: Guest
  call: Call
  onOpen: (opened: Opened) => void
  onNotes: (guest: AdminReservation, saved: boolean) => void
}

interface RosterRowProps extends RosterCellsProps {
  /** Hidden by the search or filter. The row stays, so that nothing typed in it is lost and it is soon back. */
  hidden: boolean
}

/** One guest. */
export const RosterRow = memo(function RosterRow({ hidden, ...cells }: RosterRowProps) {
  return (
    <tr className="roster-row" hidden={hidden} data-guest={cells.guest.id}>
      <RosterCells {...cells} />
    </tr>
  )
})

/** The labels are what a narrow screen shows in place of the columns' heads. */
const RosterCells = memo(function RosterCells({ guest, call, onOpen, onNotes }: RosterCellsProps) {
  const { customerName, nickname, directionsViewedAt } = guest
  const status = STATUS_WORDS[guest.status]
  const open = (kind: Opened['kind']) => () => onOpen({ kind, guest })
  return (
    <>
      <th scope="row" className="roster-name">
        <Link to={adminReservationPath(guest.id)}>{customerName || 'Deleted guest'}</Link>
        {nickname && <span className="roster-more">“{nickname}”</span>}
        {status && <span className="mark mark-soft">{status}</span>}
      </th>
      <td data-label={COLUMNS.paid} className="roster-paid">
        {formatMoney(guest.totalPaid)}
        <PaidMore guest={guest} />
      </td>
      <td data-label={COLUMNS.info} className="roster-info">
        <InfoMark guest={guest} />
      </td>
      <td className="roster-email">
        <EmailLink email={guest.email} />
      </td>
      <td className="roster-notes">
        <NotesCell guest={guest} call={call} onSaved={onNotes} />
      </td>
      <td data-label="Directions" className="roster-directions">
        {directionsViewedAt ? formatDayOfYear(ranchDay(new Date(directionsViewedAt))) : 'Not yet'}
      </td>
      <td className="roster-actions">
        <IconButton
          label={`View ${customerName}`}
          icon="view"
          aria-haspopup="dialog"
          onClick={open('view')}
        />
        <IconButton
          label={`Edit ${customerName}`}
          icon="edit"
          aria-haspopup="dialog"
          onClick={open('edit')}
        />
        <IconButton
          label={`Delete ${customerName}`}
          icon="trash"
          aria-haspopup="dialog"
          onClick={open('delete')}
        />
      </td>
    </>
  )
})

function InfoMark({ guest }: { guest: Guest }) {
  if (guest.purgedAt !== null) return <span className="mark mark-soft">Deleted</span>
  if (guest.additionalInformationProvided) return <span className="mark mark-good">Added</span>
  return lacksInfo(guest) ? <span className="mark mark-warn">Missing</span> : '–'
}

/** The line below the sum paid: what is left to pay, or why there is nothing. */
function PaidMore({ guest: { totalDue, money } }: { guest: Guest }) {
  const { stillToPay, credit, withdrawn, paidUp } = money
  if (withdrawn > 0) return <span className="roster-more">{formatMoney(withdrawn)} disputed</span>
  if (stillToPay > 0)
    return (
      <span className="roster-more">
        of {formatMoney(totalDue)}, {formatMoney(stillToPay)} to pay
      </span>
    )
  if (credit > 0) return <span className="roster-more">{formatMoney(credit)} too much</span>
  if (!paidUp) return null
  return <span className="roster-more roster-done">{totalDue === 0 ? 'nothing due' : 'paid'}</span>
}
