/** What is held for the next on the waitlist, by the link of the mail: accept or decline (docs/decisions/0030). */
import { useState } from 'react'
import { data, useRevalidator } from 'react-router'
import { isOpen } from '#features/booking/ui/guest/sign-up-machine.ts'
import { useSignUp } from '#features/booking/ui/guest/use-sign-up.ts'
import { getOffer } from '#features/waitlist/contract/offers.ts'
import { formatDayRange } from '#shared/days.ts'
import { plural } from '#shared/text.ts'
import { venue } from '#shared/venue.ts'
import { callContext } from '#web/server-context.ts'
import { Scene } from '#ui/scene.tsx'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import { ReservedSheet } from '../events/reserved-sheet.tsx'
import { SignUpSheet } from '../events/sign-up-sheet.tsx'
import { ErrorPage } from '../not-found/error-page.tsx'
import { PRIVATE, privateError, privateHeaders, privateMeta, PURGED } from '../private-page.ts'
import { useSite } from '#web/site.ts'
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
  const site = useSite()
  const signUp = useSignUp({
    event,
    link: { offer: token },
    companions: size - 1,
    keepsCards: site?.payments.keepsCards ?? false,
    initial: { firstName, lastName: others.join(' '), email: guest?.email ?? '' },
    onStale: () => void revalidate(),
  })
  const { state } = signUp
  const [accepted, setAccepted] = useState(false)
  const keepFocus = useFocusKept('main')
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
      {state.at === 'reserved' ? (
        <ReservedSheet event={event} done={state.done} onAnother={null} />
      ) : offer.state !== 'open' ? (
        <OfferOver state={offer.state} event={event} />
      ) : isOpen(state) ? (
        <SignUpSheet
          event={event}
          signUp={signUp}
          most={size - 1}
          fresh={accepted}
          onBack={() => {
            keepFocus()
            signUp.close()
          }}
        />
      ) : (
        <OpenOffer
          token={token}
          offer={offer}
          onAccept={() => {
            setAccepted(true)
            signUp.open()
          }}
          onDeclined={() => void revalidate()}
        />
      )}
    </>
  )
}
