import {
  type AdminReservation,
  getReservationByAdmin,
  type SentEmail,
} from '#domain/booking/contract/admin.ts'
import { paidBy } from '#domain/booking/domain/party-view.ts'
import { InvoiceTable } from '#app/guest/private-page/invoice-table.tsx'
import { formatDayOf } from '#shared/format-days.ts'
import { adminReservationPath, reservationPath } from '#shared/links.ts'
import { isActive, statusWords } from '#shared/reservation-status.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { DeleteDialog } from '#app/ui/dialog-buttons.tsx'
import { DialogQuery } from '#app/ui/dialog-query.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import type { Guest } from '#domain/guests/roster/contract.ts'
import { lacksInfo } from './filter-and-sort.ts'
import { useGuestDeletion, GuestForm } from './guest-form.tsx'
import { GuestCare, GuestFacts } from './guest-facts.tsx'
import { Text, Verbatim } from '#app/ui/text.tsx'

export interface Opened {
  kind: 'view' | 'edit' | 'delete'
  guest: Guest
}

interface GuestDialogProps {
  opened: Opened
  /** Opens another dialog in place of this dialog. Closes the dialog if called with null. */
  onOpen: (opened: Opened | null) => void
  onSaved: (guest: AdminReservation) => void
  onDeleted: (guest: Guest) => void
}

export function GuestDialog({ opened: { kind, guest }, onOpen, onSaved, onDeleted }: GuestDialogProps) {
  const close = () => onOpen(null)
  const paysFor = guest.party?.payer === guest.id ? guest.party.names : []
  const deletion = useGuestDeletion({ ...guest, paysFor })
  if (kind === 'delete')
    return <DeleteDialog open {...deletion} onDone={() => onDeleted(guest)} onClose={close} />
  const { id, version, customerName } = guest
  return (
    <Dialog
      open
      onClose={close}
      title={kind === 'edit' ? `Edit ${customerName}` : customerName}
      backdrop={kind === 'view' ? true : 'static'}
    >
      <DialogQuery
        endpoint={getReservationByAdmin}
        input={{ query: { id } }}
        version={version}
        loading="Loading the guest"
      >
        {(read) =>
          kind === 'edit' ? (
            <GuestForm guest={read} onSaved={onSaved} />
          ) : (
            <GuestView
              guest={read}
              onEdit={() => onOpen({ kind: 'edit', guest })}
              onDelete={() => onOpen({ kind: 'delete', guest })}
              onClose={close}
            />
          )
        }
      </DialogQuery>
    </Dialog>
  )
}

interface GuestViewProps {
  guest: AdminReservation
  onEdit: () => void
  onDelete: () => void
  onClose: () => void
}

/**
 * Renders all details of a guest. The first details are those that the kitchen and a first-aider must know.
 */
function GuestView({ guest, onEdit, onDelete, onClose }: GuestViewProps) {
  const status = statusWords(guest)
  const payer = paidBy(guest.party)
  return (
    <div className="guest-view">
      <p className="guest-marks">
        {status && <span className="mark mark-soft">{status}</span>}
        {lacksInfo(guest) && <span className="mark mark-warn">Info missing</span>}
        <Text>
          Signed up {formatDayOf(guest.createdAt)}.{' '}
          {guest.directionsViewedAt
            ? `Viewed the directions ${formatDayOf(guest.directionsViewedAt)}.`
            : 'Has not viewed the directions yet.'}
        </Text>
      </p>
      <GuestCare guest={guest} />
      <GuestFacts guest={guest} more={[['Notes', guest.notes]]} />
      {payer && guest.invoices.length === 0 ? (
        <p>
          <Verbatim>{payer.customerName || 'Someone else'}</Verbatim> <Text>pays for this stay.</Text>
        </p>
      ) : (
        <InvoiceTable {...guest} standing={isActive(guest.status)} paying={null} reader="others" />
      )}
      <Emails emails={guest.sentEmails} />
      <p>
        <a href={reservationPath(guest.uuid)} target="_blank" rel="noreferrer">
          The guest’s page
        </a>{' '}
        <span className="note">(anyone with the link can open it)</span>
      </p>
      <div className="button-row">
        <LinkButton to={adminReservationPath(guest.id)}>Open the reservation</LinkButton>
        <Button look="plain" onClick={onEdit}>
          Edit
        </Button>
        <Button look="plain" onClick={onClose}>
          Done
        </Button>
        <Button look="plain" className="button-danger guest-delete" onClick={onDelete}>
          Delete
        </Button>
      </div>
    </div>
  )
}

const MAIL_STATES = { queued: 'on its way', sent: 'sent', failed: 'failed' } as const

function Emails({ emails }: { emails: SentEmail[] }) {
  if (emails.length === 0) return null
  return (
    <section aria-label="Emails">
      <h3>Emails</h3>
      <ul className="plain-list guest-mails">
        {emails.map(({ id, emailType, subject, sentAt, status }) => (
          <li key={id} className={status === 'failed' ? 'guest-mail-failed' : undefined}>
            <Text>{subject || emailType}</Text>{' '}
            <span className="note">
              <Text>
                {MAIL_STATES[status]}
                {sentAt && ` ${formatDayOf(sentAt)}`}
              </Text>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
