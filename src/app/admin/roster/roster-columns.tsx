/** The columns of the roster (R11.8). */
import { Link } from 'react-router'
import type { ArrivalShown } from '#domain/onsite/arrival/contract.ts'
import { arrivalText } from '#domain/onsite/arrival/rules.ts'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import { ranchDay } from '#shared/days.ts'
import { formatDayOfYear } from '#shared/format-days.ts'
import { adminReservationPath } from '#shared/links.ts'
import { formatMoney } from '#shared/money.ts'
import { statusWords } from '#shared/reservation-status.ts'
import { IconButton } from '#app/ui/button.tsx'
import type { Column as TableColumn } from '#app/ui/data-table.tsx'
import { EmailLink } from '#app/ui/links.tsx'
import { PhoneLink } from '#app/ui/phone-link.tsx'
import type { Guest } from '#domain/guests/roster/contract.ts'
import { type Column, COLUMNS, isCompanion, lacksInfo } from './filter-and-sort.ts'
import type { Opened } from './guest-dialog.tsx'
import { NotesCell } from './guest-form.tsx'
import { Money, Text, Verbatim } from '#app/ui/text.tsx'

interface RosterColumnsOptions {
  /** The columns to show, in their order. */
  chosen: readonly Column[]
  onOpen: (opened: Opened) => void
  /**
   * Called with the newest reservation. `saved` is false if the notes were not saved, because another admin
   * had changed them.
   */
  onNotes: (guest: AdminReservation, saved: boolean) => void
}

type Shown = Omit<TableColumn<Guest>, 'name' | 'head' | 'sorts'>

export function rosterColumns({ chosen, onOpen, onNotes }: RosterColumnsOptions): TableColumn<Guest>[] {
  const shown: Record<Column, Shown> = {
    name: {
      names: true,
      width: 'minmax(8rem, 1.6fr)',
      className: 'roster-line',
      cell: (guest) => <NameOf guest={guest} />,
    },
    paid: {
      width: 'minmax(11rem, 0.9fr)',
      label: '',
      compact: 'amount',
      className: 'roster-line',
      cell: (guest) => <PaidOf guest={guest} />,
    },
    info: { width: '6.5rem', label: '', cell: (guest) => <InfoMark guest={guest} /> },
    lodging: {
      width: 'minmax(5rem, 1fr)',
      label: '',
      className: 'roster-line roster-lodging',
      cell: (guest) => <LodgingOf guest={guest} />,
    },
    phone: {
      width: '8rem',
      label: '',
      className: 'roster-line roster-phone',
      cell: ({ phone }) => phone && <PhoneLink phone={phone} />,
    },
    email: {
      width: 'minmax(9rem, 1.4fr)',
      label: '',
      className: 'roster-line',
      cell: ({ email }) =>
        email ? (
          <span title={email}>
            <EmailLink email={email} />
          </span>
        ) : (
          <span className="note">No email</span>
        ),
    },
    notes: {
      width: 'minmax(11rem, 1.8fr)',
      wide: true,
      label: '',
      cell: (guest) => <NotesCell guest={guest} onSaved={onNotes} />,
    },
    allergies: {
      width: 'minmax(6rem, 1fr)',
      className: 'roster-line',
      cell: ({ foodAllergies }) => foodAllergies && <Cut>{foodAllergies}</Cut>,
    },
    arrival: {
      width: 'minmax(6rem, 0.8fr)',
      className: 'roster-line',
      cell: ({ arrival }) => arrival && <ArrivalOf arrival={arrival} />,
    },
    directions: {
      width: 'minmax(6rem, 0.8fr)',
      label: 'Directions viewed',
      className: 'roster-line',
      cell: ({ directionsViewedAt: at }) => (at ? formatDayOfYear(ranchDay(new Date(at))) : 'Not yet'),
    },
  }
  return [
    ...chosen.map((name) => ({ ...shown[name], name, head: COLUMNS[name], sorts: true })),
    {
      name: 'actions',
      head: 'Actions',
      quiet: true,
      width: '7rem',
      className: 'roster-actions',
      cell: (guest) => <RowButtons guest={guest} onOpen={onOpen} />,
    },
  ]
}

/** Renders a text that ends in an ellipsis if it is too long for its cell. Its title has the whole text. */
const Cut = ({ children }: { children: string }) => <span title={children}>{children}</span>

const names = new Intl.ListFormat('en-US')

/** Renders a guest's name on one line, then what else tells the guest apart, and the status if it is not the usual one. */
function NameOf({ guest }: { guest: Guest }) {
  const { id, customerName, nickname, party } = guest
  const words = statusWords(guest)
  const name = customerName || 'Deleted guest'
  const called = nickname ? `“${nickname}”` : ''
  const company = party && party.names.length > 0 ? names.format(party.names) : ''
  const title = [name, called, company && `with ${company}`].filter(Boolean).join(' ')
  return (
    <span className="roster-name" title={title}>
      <Link to={adminReservationPath(id)}>
        <Verbatim>{name}</Verbatim>
      </Link>
      {(called || company) && (
        <span className="roster-more">
          <Verbatim>{called}</Verbatim>
          {company && (
            <>
              <Text>{called && ' '}with </Text>
              <Verbatim>{company}</Verbatim>
            </>
          )}
        </span>
      )}
      {words && <span className="mark mark-soft">{words}</span>}
    </span>
  )
}

/** Renders the room in which the guest sleeps, or else the lodging that the guest chose. */
function LodgingOf({ guest: { room, lodging } }: { guest: Guest }) {
  const words = room ?? lodging
  if (words === null) return null
  return (
    <span title={words} translate="no" className={room === null ? 'roster-more' : undefined}>
      {words}
    </span>
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
      {told && hereAt && <Text>, </Text>}
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
  if (isCompanion(guest)) {
    const words = `${guest.party?.names.join()} pays`
    return (
      <span className="roster-more" title={words}>
        <Text>{words}</Text>
      </span>
    )
  }
  return (
    <>
      <Money cents={guest.totalPaid} /> <PaidMore guest={guest} />
    </>
  )
}

/**
 * Renders what follows the paid amount on its line: the amount that is disputed, due or overpaid. If there is none,
 * says "paid" or "nothing due".
 */
function PaidMore({ guest: { totalDue, money } }: { guest: Guest }) {
  const { stillToPay, credit, withdrawn, paidUp } = money
  if (withdrawn > 0)
    return (
      <span key="disputed" className="roster-more roster-bad">
        <Money cents={withdrawn} /> disputed
      </span>
    )
  if (stillToPay > 0)
    return (
      <span key="open" className="roster-more" title={`${formatMoney(stillToPay)} to pay`}>
        of <Money cents={totalDue} />
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
