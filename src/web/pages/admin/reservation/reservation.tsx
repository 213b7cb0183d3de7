/** One reservation with all that belongs to it: `/reservation/{reservationId}` (R12.2). */
import { useCallback, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { AuditHistory } from '#features/audit/ui/audit-history.tsx'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { InvoiceSection } from '#features/booking/ui/admin/invoice-section.tsx'
import { RefundSection } from '#features/booking/ui/admin/refund-section.tsx'
import { ReplacementNote } from '#features/booking/ui/admin/replacement-note.tsx'
import { InvoiceTable } from '#features/booking/ui/guest/invoice-table.tsx'
import { EmailSection } from '#features/emails/ui/admin/email-section.tsx'
import guestSheet from '#features/roster/ui/guest.css?url'
import type { Unsaved } from '#features/roster/ui/notes-cell.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { browserCall } from '#web/browser-call.ts'
import { pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { callContext } from '#web/server-context.ts'
import { Paper } from '#web/ui/paper.tsx'
import { useSaid } from '#web/ui/use-said.ts'
import { LeaveDialog } from '../leave-dialog.tsx'
import type { Route } from './+types/reservation'
import { DeleteStay } from './delete-stay.tsx'
import { Details } from './details.tsx'
import { GuestPageLink } from './guest-page-link.tsx'
import { loadReservation } from './load-reservation.ts'
import { Notes } from './notes.tsx'
import { PurgedNote, ReadAgain } from './page-notes.tsx'
import sheet from './reservation.css?url'
import { Standing } from './standing.tsx'
import { StayHead } from './stay-head.tsx'
import { useReservation } from './use-reservation.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  return { reservation: await loadReservation(context.get(callContext), params.reservationId) }
}

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) =>
  pageMeta(matches, {
    title: loaderData?.reservation.customerName || `Reservation ${params.reservationId}`,
    description: '',
    path: '',
    hidden: true,
  })

export default function ReservationPage({ loaderData: { reservation } }: Route.ComponentProps) {
  // Another reservation is another page: nothing that was typed about one reaches the other.
  return <Stay key={reservation.id} loaded={reservation} />
}

function Stay({ loaded }: { loaded: AdminReservation }) {
  const navigate = useNavigate()
  const { reservation, failure, keep, again } = useReservation(loaded, browserCall)
  const { said, say } = useSaid()
  const [dirty, setDirty] = useState(false)
  const [notes, setNotes] = useState<Unsaved>('no')
  const leaving = useRef(false)
  const purged = reservation.purgedAt !== null
  const onChanged = useCallback(
    (next?: AdminReservation) => (next ? keep(next) : void again()),
    [keep, again],
  )
  const part = { reservation, call: browserCall, onChanged, say }
  const leave = () => {
    leaving.current = true
  }
  return (
    <div className="stay" data-hydrate>
      <Stylesheet href={guestSheet} />
      <Stylesheet href={sheet} />
      <output className="unseen">{said}</output>
      <StayHead stay={reservation} />
      {failure && <ReadAgain failure={failure} again={() => void again()} />}
      {purged && <PurgedNote purgedAt={reservation.purgedAt ?? ''} />}
      <Standing stay={reservation} />
      {!purged && (
        <Paper className="stay-guest">
          <Notes
            stay={reservation}
            onUnsaved={setNotes}
            onSaved={(saved, byUs) => {
              keep(saved)
              if (byUs) say('Saved the notes')
            }}
          />
          <Details
            stay={reservation}
            onDirty={setDirty}
            onSaved={(saved) => {
              keep(saved)
              say(`Saved ${saved.customerName}`)
            }}
          />
        </Paper>
      )}
      {purged ? (
        <Paper>
          <InvoiceTable {...reservation} paying={null} />
        </Paper>
      ) : (
        <Paper>
          <InvoiceSection {...part} />
        </Paper>
      )}
      {/* What is owed is still to be given when the name is gone. */}
      <Paper>
        <ReplacementNote {...part} />
        <RefundSection {...part} />
      </Paper>
      {!purged && (
        <Paper>
          <EmailSection {...part} />
        </Paper>
      )}
      <Paper className="stay-more">
        <AuditHistory
          of={{ reservationId: reservation.id }}
          call={browserCall}
          version={reservation.version}
        />
        {!purged && <GuestPageLink stay={reservation} say={say} />}
        {!purged && (
          <DeleteStay
            stay={reservation}
            onDeleted={() => {
              leave()
              void navigate(paths.event(reservation.event.urlName))
            }}
          />
        )}
      </Paper>
      <LeaveDialog
        unsaved={dirty || notes !== 'no'}
        saving={!dirty && notes === 'saving'}
        leaving={leaving}
        onLeave={leave}
      />
    </div>
  )
}
