import type { ReactNode } from 'react'
import { formatDay, ranchDay } from '../../../shared/days.ts'
import { reservationPath } from '../../../shared/links.ts'
import { Button } from '../../../shared/ui/button.tsx'
import type { AdminReservation, SentEmail } from '../../booking/admin/contract.ts'
import { InvoiceTable } from '../../booking/ui/invoice-table.tsx'
import { EmailLink } from './email-link.tsx'
import { STATUS_WORDS } from './guest.ts'

interface GuestViewProps {
  guest: AdminReservation
  onEdit: () => void
  onClose: () => void
}

/** All that is known about a guest; first what a kitchen and a first-aid kit must know. */
export function GuestView({ guest, onEdit, onClose }: GuestViewProps) {
  const status = STATUS_WORDS[guest.status]
  return (
    <div className="guest-view">
      <p className="guest-marks">
        {status && <span className="mark mark-soft">{status}</span>}
        {!guest.additionalInformationProvided && <span className="mark mark-warn">Info missing</span>}
        Signed up {dayOf(guest.createdAt)}.{' '}
        {guest.directionsViewedAt
          ? `Saw the directions ${dayOf(guest.directionsViewedAt)}.`
          : 'Has not seen the directions yet.'}
      </p>
      <dl className="guest-care">
        <Detail label="Food allergies">{guest.foodAllergies}</Detail>
        <Detail label="Medical conditions">{guest.medicalConditions}</Detail>
      </dl>
      <dl className="guest-facts">
        <Detail label="Nickname">{guest.nickname}</Detail>
        <Detail label="Email">{guest.email ? <EmailLink email={guest.email} /> : null}</Detail>
        <Detail label="Phone">{phoneLink(guest.phone)}</Detail>
        <Detail label="Address">{guest.address}</Detail>
        <Detail label="In an emergency">{guest.emergencyContactName}</Detail>
        <Detail label="Their phone">{phoneLink(guest.emergencyContactPhone)}</Detail>
        <Detail label="Terms of Stay">{guest.safetyConsent ? 'Agreed' : 'Not agreed to yet'}</Detail>
        <Detail label="Photos">{guest.photoConsent ? 'May be in photos' : 'No photos, please'}</Detail>
        <Detail label="Other information">{guest.otherInformation}</Detail>
        <Detail label="Notes">{guest.notes}</Detail>
      </dl>
      <InvoiceTable
        invoices={guest.invoices}
        totalDue={guest.totalDue}
        totalPaid={guest.totalPaid}
        paying={null}
      />
      <Mails mails={guest.sentEmails} />
      <p>
        <a href={reservationPath(guest.uuid)} target="_blank" rel="noreferrer">
          The guest’s own page
        </a>{' '}
        <span className="note">(the address is the key to it)</span>
      </p>
      <div className="button-row">
        <Button onClick={onEdit}>Edit</Button>
        <Button look="plain" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  )
}

const dayOf = (instant: string) => formatDay(ranchDay(new Date(instant)))
const phoneLink = (phone: string | null) => (phone ? <a href={`tel:${phone}`}>{phone}</a> : null)

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children ?? <span className="note">Not told</span>}</dd>
    </div>
  )
}

const MAIL_STATES = { queued: 'on its way', sent: 'sent', failed: 'failed' } as const

function Mails({ mails }: { mails: SentEmail[] }) {
  if (mails.length === 0) return null
  return (
    <section aria-label="Mails">
      <h3>Mails</h3>
      <ul className="guest-mails">
        {mails.map(({ id, emailType, subject, sentAt, status }) => (
          <li key={id} className={status === 'failed' ? 'guest-mail-failed' : undefined}>
            {subject || emailType}{' '}
            <span className="note">
              {MAIL_STATES[status]}
              {sentAt && ` ${dayOf(sentAt)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
