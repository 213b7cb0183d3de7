/** The admin's page of one reservation, `/reservation/{reservationId}` (R12.2). */
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { AuditHistory } from '#app/admin/history/audit-history.tsx'
import { type AdminReservation, getReservationByAdmin, renewLinks } from '#domain/booking/contract/admin.ts'
import { ChoicesSection } from '#app/admin/reservation/choices-section.tsx'
import { DeleteStay } from '#app/admin/reservation/delete-section.tsx'
import { InvoiceSection } from '#app/admin/reservation/invoice-section.tsx'
import { SavedCardSection } from '#app/admin/reservation/saved-card-section.tsx'
import { MoveSection } from '#app/admin/reservation/move-section.tsx'
import { PartySection } from '#app/admin/reservation/party-section.tsx'
import { WaitingSection } from '#app/admin/reservation/waiting-section.tsx'
import { RefundSection } from '#app/admin/reservation/refund-section.tsx'
import { InvoiceTable } from '#app/guest/private-page/invoice-table.tsx'
import { EmailSection } from '#app/admin/emails/email-section.tsx'
import { WriteMessage } from '#app/admin/messages/messages.tsx'
import { GuestFacts } from '#app/admin/roster/guest-facts.tsx'
import { GuestForm, NotesCell } from '#app/admin/roster/guest-form.tsx'
import type { Call } from '#shared/client.ts'
import { isActive } from '#shared/reservation-status.ts'
import { useCall } from '#app/ui/api.tsx'
import { FailureAlert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/dialog-buttons.tsx'
import { focusOnMount } from '#app/ui/focus.ts'
import { CopyLink } from '#app/ui/links.tsx'
import { Panel, Section } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { useHydrated } from '#app/ui/tab-store.ts'
import { announce } from '#app/ui/toast.tsx'
import { WHILE_UNDER_WAY, useApiCache, useApiQuery } from '#app/ui/use-api-query.ts'
import { Text, Verbatim } from '#app/ui/text.tsx'
import { unlistedMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, dataOf, pageError } from '#app/server-context.ts'
import { idIn, requires } from '../admin-area.tsx'
import type { Route } from './+types/reservation'
import { PurgedNote, ReservationStatus, ReservationHead } from './reservation-status.tsx'
import guestSheet from '#app/admin/roster/guest.css?url'
import marks from '../marks.css?url'
import sheet from './reservation.css?url'

export const middleware = [requires('guests.edit')]

export async function loader({ context, params }: Route.LoaderArgs) {
  return { reservation: await loadReservation(context.get(callContext), params.reservationId) }
}

export const meta: Route.MetaFunction = ({ loaderData, params }) =>
  unlistedMeta(loaderData?.reservation.customerName || `Reservation ${params.reservationId}`)

export default function ReservationPage({ loaderData: { reservation } }: Route.ComponentProps) {
  // The key makes React create new components for each reservation. Otherwise text that an admin typed about
  // one guest could be saved for another.
  return <ReservationDetails key={reservation.id} loaded={reservation} />
}

/**
 * Renders the admin's page of a reservation. After the purge, the page shows only amounts and dates.
 *
 * The sections are in the order of how often owners use them. Every guest pays, many need something, and many get an
 * e-mail. So invoices, the guest's answers and e-mails are at the top. Few guests change their party, move or cancel.
 * Cancellation and deletion are at the bottom.
 */
function ReservationDetails({ loaded }: { loaded: AdminReservation }) {
  const navigate = useNavigate()
  const asked = { query: { id: loaded.id } }
  const { data: reservation, ...reading } = useApiQuery(getReservationByAdmin, asked, {
    seed: loaded,
    poll: ({ sentEmails }) => sentEmails.some(({ status }) => status === 'queued') && WHILE_UNDER_WAY,
  })
  const { setData } = useApiCache()
  const purged = reservation.purgedAt !== null
  /**
   * Keeps the newer of two versions of a reservation, because a late reply can be older than what the page
   * already shows.
   */
  const keep = (next: AdminReservation) =>
    setData(getReservationByAdmin, asked, (now) => (now && now.version > next.version ? now : next))
  // A change on a companion's page may return the payer's reservation.
  const onChanged = (next?: AdminReservation) =>
    next?.id === reservation.id ? keep(next) : reading.refetch()
  const part = { reservation, onChanged }
  return (
    <div className="stay" data-hydrate>
      <Stylesheet href={marks} />
      <Stylesheet href={guestSheet} />
      <Stylesheet href={sheet} />
      <ReservationHead stay={reservation} />
      {reading.failed && (
        <div className="stay-note column on-sheet">
          {/* Appears when a change was saved but the page could not reload. */}
          <FailureAlert
            failed={reading.failed}
            title="What you see here may be out of date."
            onRetry={reading.refetch}
          />
        </div>
      )}
      {purged && <PurgedNote purgedAt={reservation.purgedAt ?? ''} />}
      <ReservationStatus stay={reservation} />
      {!purged && <WaitingSection {...part} />}
      {purged ? (
        <Panel>
          <InvoiceTable
            {...reservation}
            standing={isActive(reservation.status)}
            paying={null}
            reader="others"
          />
        </Panel>
      ) : (
        <InvoiceSection {...part} />
      )}
      {!purged && <SavedCardSection {...part} />}
      {!purged && (
        <Panel className="stay-guest">
          <Notes
            stay={reservation}
            onSaved={(saved, byUs) => {
              keep(saved)
              if (byUs) announce('Saved the notes')
            }}
          />
          <Details
            stay={reservation}
            onSaved={(saved) => {
              keep(saved)
              announce(`Saved ${saved.customerName}`)
            }}
          />
        </Panel>
      )}
      {!purged && (
        <Panel>
          <EmailSection {...part}>
            <WriteToGuest stay={reservation} onSent={reading.refetch} />
          </EmailSection>
        </Panel>
      )}
      <PartySection {...part} />
      <ChoicesSection {...part} />
      <MoveSection {...part} />
      {/* The page shows refunds even after the purge, because an admin may still owe one. */}
      <RefundSection {...part} />
      <Panel className="stay-more">
        <AuditHistory reservationId={reservation.id} version={reservation.version} />
        {!purged && <GuestPageLink stay={reservation} onRenewed={reading.refetch} />}
        {!purged && (
          <DeleteStay
            stay={reservation}
            onDeleted={() => void navigate(paths.eventGuests(reservation.event.urlName))}
          />
        )}
      </Panel>
    </div>
  )
}

/** Loads a reservation by its id. Throws the error page if it does not exist (R12.2). */
async function loadReservation(call: Call, reservationId: string): Promise<AdminReservation> {
  const id = idIn(reservationId)
  if (id === null) throw pageError({ status: 404, message: '' }, { words: NOT_FOUND })
  const found = await call(getReservationByAdmin, { query: { id } })
  return dataOf(found, { words: NOT_FOUND })
}

const NOT_FOUND = {
  404: { heading: 'Reservation not found', text: 'It may have been deleted, or the address is incomplete.' },
}

/**
 * What the section of the guest's details shows. `back` and `saved` mean that its form was just closed, so
 * the button that opened the form gets the focus.
 */
type Mode = 'view' | 'edit' | 'back' | 'saved'

/** Renders the guest's details, which an admin can read and edit (R12.2). */
function Details({ stay, onSaved }: { stay: AdminReservation; onSaved: (stay: AdminReservation) => void }) {
  const started = useHydrated()
  const [search] = useSearchParams()
  const [chosen, setMode] = useState<Mode | null>(null)
  const mode = chosen ?? (started && search.has('edit') ? 'edit' : 'view')

  const close = (closed: 'back' | 'saved') => {
    setMode(closed)
    // Removes `?edit` from the address, so that a reload shows the details and not the form. A navigation of
    // the router would refetch the page.
    history.replaceState(history.state, '', location.pathname)
  }
  return (
    <section className="stay-details" aria-labelledby="details">
      <header className="stay-part-head">
        <h2 id="details" tabIndex={-1}>
          Guest
        </h2>
        {mode === 'saved' && <span className="inline-field-state inline-field-saved">Saved</span>}
        {mode !== 'edit' && (
          <Button
            look="plain"
            ref={mode === 'view' ? undefined : focusOnMount}
            onClick={() => setMode('edit')}
            aria-label="Edit the details"
          >
            Edit
          </Button>
        )}
      </header>
      {mode === 'edit' ? (
        <GuestForm
          guest={stay}
          notesApart
          onCancel={() => close('back')}
          onSaved={(saved) => {
            close('saved')
            onSaved(saved)
          }}
        />
      ) : (
        <GuestFacts guest={stay} />
      )}
    </section>
  )
}

interface NotesProps {
  stay: AdminReservation
  /**
   * Called with the newest reservation. `saved` is false if the form saved nothing, because another admin
   * changed the reservation first.
   */
  onSaved: (stay: AdminReservation, saved: boolean) => void
}

function Notes({ stay, onSaved }: NotesProps) {
  return (
    <Section className="stay-notes" id="notes" title="Notes">
      <NotesCell guest={stay} onSaved={onSaved} />
      <p className="note">Guests never see these. Saved as you type.</p>
    </Section>
  )
}

function GuestPageLink({ stay, onRenewed }: { stay: AdminReservation; onRenewed: () => void }) {
  const path = paths.completeReservation(stay.uuid)
  return (
    <Section id="guest-page" title="The guest’s page">
      <p>
        <a href={path} target="_blank" rel="noreferrer">
          Open it as the guest sees it
        </a>
        . Anyone who has this link can read it and pay.
      </p>
      <div className="button-row">
        <CopyLink path={path} />
        <RenewLink stay={stay} onRenewed={onRenewed} />
      </div>
    </Section>
  )
}

/** Renders the button that replaces the guest's private link by a new one (R44.8). */
function RenewLink({ stay, onRenewed }: { stay: AdminReservation; onRenewed: () => void }) {
  const { id, version, email } = stay
  const call = useCall()
  return (
    <ConfirmButton
      label="New private link"
      title="New private link"
      does="Create a new link"
      onConfirm={async () => {
        const renewed = await call(renewLinks, { body: { id, version } })
        // Refetches the reservation even if the API refused the new link, because another admin may have
        // changed the reservation.
        onRenewed()
        return renewed
      }}
      onDone={() => announce('The page has a new link')}
    >
      <p>
        <Text>
          Do this if someone else has the guest’s link. Every link that the guest has now stops working. If
          the email address is wrong, correct it instead. That creates a new link too.
        </Text>
      </p>
      <p>
        <Text>
          {email === ''
            ? 'We have no email address, so please send the new link yourself.'
            : 'We email the new link to'}
        </Text>{' '}
        <Verbatim>{email}</Verbatim>
      </p>
    </ConfirmButton>
  )
}

/**
 * Renders the form for a message to the guest. Renders nothing if the stay is canceled or the guest has no
 * e-mail address.
 */
function WriteToGuest({ stay, onSent }: { stay: AdminReservation; onSent: () => void }) {
  if (stay.status !== 'confirmed' || stay.email === '') return null
  return (
    <WriteMessage
      label="Write a message"
      eventId={stay.event.id}
      to={{ reservationId: stay.id, name: stay.customerName }}
      onSent={() => {
        announce('The message is on its way')
        onSent()
      }}
    />
  )
}
