/** A guest's private page: how the reservation stands, what is paid and what is due (SPEC section 2). */
import { useEffect } from 'react'
import { data, useRevalidator } from 'react-router'
import { getReservation } from '../../../capabilities/booking/contract.ts'
import { InvoiceTable } from '../../../capabilities/booking/ui/invoice-table.tsx'
import { StatusNotice } from '../../../capabilities/booking/ui/status-notice.tsx'
import { formatDayRange } from '../../../shared/days.ts'
import { LinkButton } from '../../../shared/ui/button.tsx'
import { venue } from '../../../shared/venue.ts'
import { browserCall } from '../../browser-call.ts'
import { paths } from '../../paths.ts'
import { callContext } from '../../server-context.ts'
import { useSite } from '../../site.ts'
import { Paper } from '../../ui/paper.tsx'
import { Scene } from '../../ui/scene.tsx'
import { ErrorPage } from '../not-found/error-page.tsx'
import { PRIVATE } from '../private-headers.ts'
import type { Route } from './+types/complete-reservation'
import './reservation.css'

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await context.get(callContext)(getReservation, { query: { uuid: params.uuid } })
  if (found.ok) return data({ reservation: found.data }, { headers: PRIVATE })
  const words = GONE[found.status] ?? { text: found.message }
  throw data(words, { status: found.status || 503, headers: PRIVATE })
}

const GONE: Record<number, { heading: string; text: string }> = {
  404: {
    heading: 'Reservation not found',
    text: `Please check that the link is whole, as it stands in your mail. If it is, write to ${venue.email}.`,
  },
  410: {
    heading: 'This page has done its work.',
    text: 'The retreat is over, and we have deleted what you told us, as promised. Come back some time.',
  },
}

/** Of its own, so that the headers below go with its errors as well. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />
}

export function headers({ loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  return errorHeaders ?? loaderHeaders
}

export const meta: Route.MetaFunction = () => [
  { title: `Your reservation · ${venue.name}` },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
]

/** While the payment is being confirmed the page looks again. */
const LOOK_AGAIN_MS = 4000

export default function ReservationPage({ loaderData: { reservation } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const pending = reservation.status === 'pending'
  useEffect(() => {
    if (!pending) return
    const timer = setInterval(() => void revalidate(), LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [pending, revalidate])

  const site = useSite()
  const { event } = reservation
  const standing = (pending || reservation.status === 'confirmed') && !event.cancelled
  const payable = standing && !pending && reservation.invoices.some(({ paid }) => !paid)
  const firstName = reservation.customerName.split(' ')[0] ?? reservation.customerName
  return (
    <>
      <Scene picture={event.mainImage ?? 'road'} light>
        <h1>Howdy, {reservation.nickname ?? firstName}.</h1>
        <p>
          {reservation.eventName}, {formatDayRange(event.startDateDate, event.endDateDate)}
        </p>
      </Scene>
      <Paper over className="guest">
        {/* It looks again by itself, or takes a payment: React starts at once. */}
        {(pending || payable) && <span data-hydrate />}
        <StatusNotice status={reservation.status} event={event} />
        <InvoiceTable
          invoices={reservation.invoices}
          totalDue={reservation.totalDue}
          totalPaid={reservation.totalPaid}
          standing={standing}
          paying={
            payable && site
              ? {
                  uuid: reservation.uuid,
                  payer: { name: reservation.customerName, email: reservation.email },
                  payments: site.payments,
                  call: browserCall,
                  onPaid: () => void revalidate(),
                }
              : null
          }
        />
        <section aria-labelledby="before-you-come">
          <h2 id="before-you-come">Before you come</h2>
          <p className="button-row">
            <LinkButton to={paths.reservationCalendar(reservation.uuid)} look="plain" download>
              Add to your calendar
            </LinkButton>
            <LinkButton to={paths.directions} look="plain">
              Directions
            </LinkButton>
            <LinkButton to={paths.packingList} look="plain">
              Packing list
            </LinkButton>
          </p>
        </section>
        <p className="note">
          We delete what you told us after the event. This page's address is your key to it: keep it to
          yourself. Questions? Write to <a href={`mailto:${venue.email}`}>{venue.email}</a>.
        </p>
      </Paper>
    </>
  )
}
