/** The columns of the roster (R11.8). */
import { Link } from 'react-router'
import type { ArrivalShown } from '#domain/onsite/arrival/contract.ts'
import { arrivalText } from '#domain/onsite/arrival/rules.ts'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import { ranchDay } from '#shared/days.ts'
import { formatDayOfYear } from '#shared/format-days.ts'
import { adminReservationPath } from '#shared/links.ts'
import { statusWords } from '#shared/reservation-status.ts'
import { IconButton } from '#app/ui/button.tsx'
import type { Column as TableColumn } from '#app/ui/data-table.tsx'
import { EmailLink } from '#app/ui/links.tsx'
import type { Guest } from '#domain/guests/roster/contract.ts'
import { type Column, COLUMNS, columnsOf, isCompanion, lacksInfo } from './filter-and-sort.ts'
import type { Opened } from './guest-dialog.tsx'
import { NotesCell } from './guest-form.tsx'
import { Money, Text, Verbatim } from '#app/ui/text.tsx'

interface RosterColumnsOptions {
  /** True if at least one guest has given an arrival time or has arrived. */
  withArrival: boolean
  onOpen: (opened: Opened) => void
  /**
   * Called with the newest reservation. `saved` is false if the notes were not saved, because another admin
   * had changed them.
   */
  onNotes: (guest: AdminReservation, saved: boolean) => void
}

type Shown = Omit<TableColumn<Guest>, 'name' | 'head' | 'sorts'>

export function rosterColumns({ withArrival, onOpen, onNotes }: RosterColumnsOptions): TableColumn<Guest>[] {
  const shown: Record<Column, Shown> = {
    name: { names: true, width: 'minmax(0, 1.3fr)', cell: (guest) => <NameOf guest={guest} /> },
    paid: { width: 'minmax(5.5rem, 1fr)', cell: (guest) => <PaidOf guest={guest} /> },
    info: { width: '5rem', cell: (guest) => <InfoMark guest={guest} /> },
    email: {
      width: 'minmax(0, 1.4fr)',
      wide: true,
      label: '',
      className: 'roster-email',
      cell: ({ email }) => (email ? <EmailLink email={email} /> : <span className="note">No email</span>),
    },
    notes: {
      width: 'minmax(0, 1.8fr)',
      wide: true,
      label: '',
      cell: (guest) => <NotesCell guest={guest} onSaved={onNotes} />,
    },
    directions: {
      width: 'minmax(5rem, 0.8fr)',
      label: 'Directions viewed',
      cell: ({ directionsViewedAt: at }) => (at ? formatDayOfYear(ranchDay(new Date(at))) : 'Not yet'),
    },
    arrival: {
      width: 'minmax(5.5rem, 1fr)',
      cell: ({ arrival }) => arrival && <ArrivalOf arrival={arrival} />,
    },
  }
  return [
    ...columnsOf(withArrival).map((name) => ({ ...shown[name], name, head: COLUMNS[name], sorts: true })),
    {
      name: 'actions',
      head: 'Actions',
      quiet: true,
      width: '7.75rem',
      className: 'roster-actions',
      cell: (guest) => <RowButtons guest={guest} onOpen={onOpen} />,
    },
  ]
}

const names = new Intl.ListFormat('en-US')

function NameOf({ guest }: { guest: Guest }) {
  const { id, customerName, nickname, room, party } = guest
  const words = statusWords(guest)
  return (
    <>
      <Link to={adminReservationPath(id)}>
        <Verbatim>{customerName || 'Deleted guest'}</Verbatim>
      </Link>
      {nickname && (
        <span className="roster-more">
          <Verbatim>“{nickname}”</Verbatim>
        </span>
      )}
      {party && party.names.length > 0 && (
        <span className="roster-more">
          <Text>with </Text>
          <Verbatim>{names.format(party.names)}</Verbatim>
        </span>
      )}
      {room && (
        <span className="roster-more" translate="no">
          {room}
        </span>
      )}
      {words && <span className="mark mark-soft">{words}</span>}
    </>
  )
}

function RowButtons({ guest, onOpen }: { guest: Guest; onOpen: (opened: Opened) => void }) {
  const button = (kind: Opened['kind'], does: string, icon: 'view' | 'edit' | 'trash') => (
    <IconButton
      label={`${does} ${guest.customerName}`}
      icon={icon}
      aria-haspopup="dialog"
      onClick={() => onOpen({ kind, guest })}
    />
  )
  return (
    <>
      {button('view', 'View', 'view')}
      {button('edit', 'Edit', 'edit')}
      {button('delete', 'Delete', 'trash')}
    </>
  )
}

/** Renders the guest's announced arrival time, and whether the guest has arrived. */
function ArrivalOf({ arrival: { told, hereAt } }: { arrival: ArrivalShown }) {
  return (
    <>
      <Text>{told && arrivalText(told)}</Text>
      {hereAt && <span className="roster-more roster-done">here</span>}
    </>
  )
}

function InfoMark({ guest }: { guest: Guest }) {
  if (guest.purgedAt !== null) return <span className="mark mark-soft">Deleted</span>
  if (guest.additionalInformationProvided) return <span className="mark mark-good">Added</span>
  return lacksInfo(guest) ? <span className="mark mark-warn">Missing</span> : <Text>–</Text>
}

function PaidOf({ guest }: { guest: Guest }) {
  if (isCompanion(guest))
    return (
      <span className="note">
        <Text>{guest.party?.names.join()} pays</Text>
      </span>
    )
  return (
    <>
      <Money cents={guest.totalPaid} />
      <PaidMore guest={guest} />
    </>
  )
}

/**
 * Renders the line below the paid amount: the amount that is disputed, still to pay or overpaid. If there is
 * none, says "paid" or "nothing due".
 */
function PaidMore({ guest: { totalDue, money } }: { guest: Guest }) {
  const { stillToPay, credit, withdrawn, paidUp } = money
  if (withdrawn > 0)
    return (
      <span key="disputed" className="roster-more">
        <Money cents={withdrawn} /> disputed
      </span>
    )
  if (stillToPay > 0)
    return (
      <span key="open" className="roster-more">
        of <Money cents={totalDue} />, <Money cents={stillToPay} /> to pay
      </span>
    )
  if (credit > 0)
    return (
      <span key="credit" className="roster-more">
        <Money cents={credit} /> overpaid
      </span>
    )
  if (!paidUp) return null
  return <span className="roster-more roster-done">{totalDue === 0 ? 'nothing due' : 'paid'}</span>
}
