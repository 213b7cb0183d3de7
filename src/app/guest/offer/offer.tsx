/**
 * The page of a waitlist offer, which the guest accepts or declines (docs/decisions/0030). Its link is in an
 * e-mail.
 */
import { data, useRevalidator } from 'react-router'
import { isLodgingMissing } from '#domain/events/domain/offered-options.ts'
import { pricedFrom, describePrice, PaymentSchedule } from '#app/public/event/price.tsx'
import { getOffer, declineOffer, type Offer } from '#domain/booking/waitlist/contract/offers.ts'
import { formatDayRange, formatInstant } from '#shared/format-days.ts'
import { plural } from '#shared/text.ts'
import { venue } from '#shared/venue.ts'
import { useApiMutation } from '#app/ui/api.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConfirmButton } from '#app/ui/dialog-buttons.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { PageBanner } from '#app/ui/page-banner.tsx'
import { callContext } from '#app/server-context.ts'
import { ErrorPage } from '#app/error-page.tsx'
import { NeedsScripts } from '#app/public/event/event-body.tsx'
import { LinkedSignUp } from '#app/public/sign-up/sign-up-sheet.tsx'
import { PRIVATE, privateDataOf, privateHeaders, privateMeta, PURGED } from '#app/private-page.ts'
import type { Route } from './+types/offer'
import { OfferOver } from './offer-over.tsx'
import { Text, Verbatim } from '#app/ui/text.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { token } = params
  const found = await context.get(callContext)(getOffer, { query: { token } })
  return data({ token, offer: privateDataOf(found, GONE) }, { headers: PRIVATE })
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
      <PageBanner picture={event.mainImage ?? 'road'} light>
        <h1>
          <Text>
            {offer.state === 'open'
              ? `${size === 1 ? 'A spot' : plural(size, 'spot')} for you, `
              : event.name}
          </Text>
          <Verbatim>{offer.state === 'open' && firstName}</Verbatim>
          <Text>{offer.state === 'open' && '.'}</Text>
        </h1>
        <p>
          <Text>
            {offer.state === 'open' && `${event.name}, `}
            {formatDayRange(event.startDateDate, event.endDateDate)}
          </Text>
        </p>
      </PageBanner>
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

interface OpenOfferProps {
  token: string
  offer: Offer
  onAccept: () => void
  onDeclined: () => void
}

const HEADING = 'offer-heading'

/** Renders an open offer: its spots, price and deadline, and the buttons to accept and decline. */
function OpenOffer({ token, offer, onAccept, onDeclined }: OpenOfferProps) {
  const { event, size } = offer
  const one = size === 1
  const priced = pricedFrom(event, size)
  const people = Array.from({ length: one ? 0 : size }, (_, nth) => ({
    guest: nth,
    name: nth === 0 ? 'You' : `Guest ${nth + 1}`,
    amount: event.priceFrom,
  }))
  const { send } = useApiMutation(declineOffer)
  const decline = async () => {
    const answer = await send({ body: { token } })
    return answer !== null && !answer.ok && answer.code === 'offer_over' ? null : answer
  }
  return (
    <Panel over labelledBy={HEADING}>
      <div className="offer" data-hydrate>
        <h2 id={HEADING}>{one ? 'It is held for you' : 'They are held for you'}</h2>
        <p>
          Until <strong>{formatInstant(offer.expiresAt)}</strong>{' '}
          <Text>
            ranch time. After that, {one ? 'it goes' : 'they go'} to the next person on the waitlist.
          </Text>
        </p>
        {!one && (
          <p>
            You’ll name the others on the form. Fewer of you now? Take as many spots as you need there. The
            others go to the next person on the waitlist.
          </p>
        )}
        <Facts
          className="offer-facts"
          facts={[
            ['Arrive', event.startDate],
            ['Leave', event.endDate],
            event.host !== null && ['Led by', event.host],
            ['Where', venue.location],
          ]}
        />
        {isLodgingMissing(event.options, []) && (
          <p>
            <Text>
              {one ? 'It costs' : 'Each costs'} {describePrice(event)}, lodging included. You choose your
              lodging on the form.
            </Text>
          </p>
        )}
        <PaymentSchedule event={priced} people={people} />
        {priced.dueNow <= 0 && <p>Nothing to pay, and no card is needed.</p>}
        <div className="button-row">
          <Button onClick={onAccept}>Accept</Button>
          <ConfirmButton
            label="Decline"
            title={one ? 'Decline this spot?' : `Decline these ${size} spots?`}
            does="Decline"
            keeps="Keep the offer"
            onConfirm={decline}
            onDone={onDeclined}
          >
            <p>
              <Text>
                {one ? 'The spot goes' : 'They go'} to the next person on the waitlist right away. This cannot
                be undone.
              </Text>
            </p>
          </ConfirmButton>
        </div>
        <noscript>
          <NeedsScripts />
        </noscript>
      </div>
    </Panel>
  )
}
