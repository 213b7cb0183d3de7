/** What is held for the next on the waitlist, by the link of the mail: accept or decline (docs/decisions/0030). */
import { data, useRevalidator } from 'react-router'
import { getOffer } from '#features/waitlist/contract/offers.ts'
import { formatDayRange } from '#shared/format-days.ts'
import { plural } from '#shared/text.ts'
import { venue } from '#shared/venue.ts'
import { callContext } from '#web/server-context.ts'
import { Scene } from '#ui/scene.tsx'
import { LinkedSignUp } from '../events/linked-sign-up.tsx'
import { ErrorPage } from '../not-found/error-page.tsx'
import { PRIVATE, privateError, privateHeaders, privateMeta, PURGED } from '../private-page.ts'
import type { Route } from './+types/offer'
import { OfferOver } from './offer-over.tsx'
import { OpenOffer } from './open-offer.tsx'
import './offer.css'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { token } = params
  const found = await context.get(callContext)(getOffer, { query: { token } })
  if (found.ok) return data({ token, offer: found.data }, { headers: PRIVATE })
  throw privateError(found, GONE)
}

const GONE = {
  404: {
    heading: 'Offer not found',
    text: `Please check that the link is complete, as in your email. If it is, write to ${venue.email}.`,
  },
  410: PURGED,
}

export const ErrorBoundary = ErrorPage

export const headers = privateHeaders

export const meta: Route.MetaFunction = () => privateMeta('A spot for you')

export default function OfferPage({ loaderData: { token, offer } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { event, guest, size } = offer
  const [firstName = '', ...others] = (guest?.customerName ?? '').split(' ')
  return (
    <>
      <Scene picture={event.mainImage ?? 'road'} light>
        <h1>
          {offer.state === 'open'
            ? `${size === 1 ? 'A spot' : plural(size, 'spot')} for you, ${firstName}.`
            : event.name}
        </h1>
        <p>
          {offer.state === 'open' && `${event.name}, `}
          {formatDayRange(event.startDateDate, event.endDateDate)}
        </p>
      </Scene>
      <LinkedSignUp
        event={event}
        link={{ offer: token }}
        companions={size - 1}
        most={size - 1}
        initial={{ firstName, lastName: others.join(' '), email: guest?.email ?? '' }}
        closed={offer.state !== 'open'}
      >
        {(accept) =>
          offer.state === 'open' ? (
            <OpenOffer token={token} offer={offer} onAccept={accept} onDeclined={() => void revalidate()} />
          ) : (
            <OfferOver state={offer.state} event={event} />
          )
        }
      </LinkedSignUp>
    </>
  )
}
