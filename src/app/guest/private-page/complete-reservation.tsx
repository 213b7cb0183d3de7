/**
 * A guest's private page. It shows the reservation's status, its payments, and what the guest still has to do
 * (R8.2).
 */
import { lazy, Suspense, useEffect, useState } from 'react'
import { data, useRevalidator } from 'react-router'
import gate from '#content/gate.json' with { type: 'json' }
import { getArrival, type GuestArrival } from '#domain/onsite/arrival/contract.ts'
import { ArrivalPart } from '#app/guest/arrival/arrival-part.tsx'
import { getReservation } from '#domain/booking/contract/guest.ts'
import { paidBy } from '#domain/booking/domain/party-view.ts'
import { InvoiceTable } from '#app/guest/private-page/invoice-table.tsx'
import { RefundSection, StatusAlert } from '#app/guest/private-page/reservation-status.tsx'
import { formatDayLong, formatStayDates } from '#shared/format-days.ts'
import { useFocusFallback } from '#app/ui/focus.ts'
import { venue } from '#shared/venue.ts'
import { paths } from '#app/paths.ts'
import { callContext } from '#app/server-context.ts'
import { useSite } from '#app/site.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { PageBanner } from '#app/ui/page-banner.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import { SaveStay } from '#app/offline/save-stay.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { ErrorPage } from '#app/error-page.tsx'
import {
  PRIVATE,
  privateDataOf,
  privateHeaders,
  privateMeta,
  PURGED,
  RESERVATION_NOT_FOUND,
} from '#app/private-page.ts'
import type { Route } from './+types/complete-reservation'
import { StayOverview, BeforeYouCome } from './stay-overview.tsx'
import { ChoicesPart } from './choices-part.tsx'
import { DetailsPart } from './details-part.tsx'
import { calledName, isAhead, isActive, type GuestPart } from './guest-part.ts'
import { PartyPart } from './party-part.tsx'
import { PassOn } from './pass-on.tsx'
import { SelfCancel } from './cancel-stay.tsx'
import { YourData } from './your-data.tsx'
import sheet from './reservation.css?url'
import { Text, Verbatim } from '#app/ui/text.tsx'

/**
 * The section about the saved card. Its code loads only for a guest who has or had a saved card. Until it has
 * loaded, the server's HTML stays.
 */
const SavedCardPart = lazy(() =>
  import('./saved-card-part.tsx').catch(() => ({
    default: () => <p>The details of your saved card did not load. Please reload the page.</p>,
  })),
)

export async function loader({ context, params }: Route.LoaderArgs) {
  const call = context.get(callContext)
  const found = await call(getReservation, { query: { uuid: params.uuid } })
  const reservation = privateDataOf(found, { 404: RESERVATION_NOT_FOUND, 410: PURGED })
  // The notes about the ranch's gate are secret. Only the server imports them, so that no file that visitors
  // can load contains them.
  const gateNotes = reservation.hostPhone === null ? [] : gate.notes
  const arriving = await call(getArrival, { query: { uuid: params.uuid } })
  return data({ reservation, gateNotes, arrival: arriving.ok ? arriving.data : null }, { headers: PRIVATE })
}

/** Gives the page its own error boundary, so that its error pages get the `headers` below too. */
export const ErrorBoundary = ErrorPage

export const headers = privateHeaders

export const meta: Route.MetaFunction = () => privateMeta('Your stay')

/**
 * How often the page refetches the reservation while a payment is being confirmed or the guest's data is
 * being deleted.
 */
const WAITING = { everyMs: 4000 }

/**
 * The HTML id of the element that takes the focus when the focused button disappears, such as the cancel
 * button.
 */
const STANDING = 'how-it-stands'

/**
 * Renders the private page. What the guest can choose, pay and change depends on the reservation's status.
 */
export default function ReservationPage({ loaderData }: Route.ComponentProps) {
  const [erasing, setErasing] = useState(false)
  const { reservation, gateNotes, arrival, failed, refetch } = useReservation(loaderData, { erasing })
  const site = useSite()
  const keepFocus = useFocusFallback(STANDING)
  const onChanged = () => {
    keepFocus()
    refetch()
  }
  const part: GuestPart = { reservation, onChanged }
  const { event, uuid, customerName: name } = reservation
  const standing = isActive(reservation)
  const ahead = isAhead(reservation)
  const companion = paidBy(reservation.party) !== null
  const payable =
    standing && reservation.status !== 'pending' && reservation.invoices.some(({ paid }) => !paid)
  const paying = payable && site ? { uuid, payer: { name }, payments: site.payments, onPaid: refetch } : null
  // On the days of the event the arrival section comes first, because guests on the road need its buttons.
  const arriving = ahead && arrival && <ArrivalPart uuid={uuid} loaded={arrival} />
  // Offers to save the stay on this device for offline use. Deletes the saved copy when the reservation ends.
  const kept = <SaveStay {...{ reservation, gateNotes, arrival }} dates={formatStayDates(event)} />
  return (
    <>
      <Stylesheet href={sheet} />
      <PageBanner picture={event.mainImage ?? 'road'} light>
        <h1>
          <Text>Howdy, </Text>
          <Verbatim>{calledName(reservation)}</Verbatim>
          <Text>.</Text>
        </h1>
        <p>
          <Text>
            {reservation.eventName}, {formatStayDates(event)}
          </Text>
        </p>
      </PageBanner>
      <Panel over className="guest">
        {/* Starts React immediately, because the page has forms or polls the server. */}
        {standing && <span data-hydrate />}
        <div className="guest-main">
          <div id={STANDING} tabIndex={-1}>
            <StatusAlert {...reservation} event={event} />
          </div>
          <FailureAlert failed={failed} title="This page may be out of date." onRetry={refetch} />
          {!companion && <RefundSection {...reservation} />}
          {arrival?.canPress && arriving}
          {ahead && <StayOverview {...part} />}
          {ahead && <ChoicesPart {...part} />}
          {(ahead || (standing && !reservation.additionalInformationProvided)) && <DetailsPart {...part} />}
          {!arrival?.canPress && arriving}
          <PartyPart {...part} />
          {(!companion || reservation.invoices.length > 0) && (
            <InvoiceTable
              {...reservation}
              standing={standing}
              paying={paying}
              receiptHref={(id) => paths.guestReceipt(uuid, id)}
            />
          )}
          {standing && (reservation.keptCard || reservation.cardForgotten) && (
            <Suspense>
              <SavedCardPart {...part} />
            </Suspense>
          )}
        </div>
        {ahead ? (
          <BeforeYouCome {...part} gateNotes={gateNotes}>
            {kept}
          </BeforeYouCome>
        ) : (
          kept
        )}
        <div className="guest-rest">
          <PassOn {...part} />
          <SelfCancel {...part} />
          <YourData {...part} onErasing={() => setErasing(true)} />
          <p className="note">
            <Text>
              On {formatDayLong(reservation.deletedOn)}, after the event, we delete what you told us. Anyone
              who has the link can open this page, so keep it to yourself. Questions? Write to
            </Text>{' '}
            <a href={`mailto:${venue.email}`}>{venue.email}</a>.
          </p>
        </div>
      </Panel>
    </>
  )
}

interface Loaded {
  reservation: GuestPart['reservation']
  gateNotes: string[]
  /** The guest's arrival. Null if the page shows no arrival section. */
  arrival: GuestArrival | null
}

/**
 * Returns the newest reservation. If refetching fails, keeps the loaded data and all typed text. If the
 * reservation no longer exists, shows the error page.
 */
function useReservation(loaded: Loaded, { erasing }: { erasing: boolean }) {
  const { revalidate } = useRevalidator()
  const query = { query: { uuid: loaded.reservation.uuid } }
  const { data: reservation, ...reading } = useApiQuery(getReservation, query, {
    seed: loaded.reservation,
    poll: ({ status }) => (status === 'pending' || erasing) && WAITING,
  })
  const gone = reading.failed?.status === 404 || reading.failed?.status === 410
  // Runs the page's loader again when the guest may see the host's phone number. Only the loader returns the
  // gate notes, which the guest may see then too.
  const confirmedNow = reservation.hostPhone !== null && loaded.reservation.hostPhone === null
  useEffect(() => {
    if (gone || confirmedNow) void revalidate()
  }, [gone, confirmedNow, revalidate])
  return { ...loaded, ...reading, reservation, failed: gone ? null : reading.failed }
}
