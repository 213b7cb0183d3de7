/**
 * The page on which a person takes over the spot of a guest who cannot come. The guest sends the page's link
 * to that person.
 */
import { data, useRevalidator } from 'react-router'
import { getTakeOver, type TakeOver } from '#domain/booking/contract/replacement.ts'
import { isLodgingMissing } from '#domain/events/domain/offered-options.ts'
import { EventFacts } from '#app/public/event/event-facts.tsx'
import { pricedFrom, describePrice, PaymentSchedule } from '#app/public/event/price.tsx'
import { venue } from '#shared/venue.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { paths } from '#app/paths.ts'
import { callContext } from '#app/server-context.ts'
import { ErrorPage } from '#app/error-page.tsx'
import { EventBanner, NeedsScripts } from '#app/public/event/event-body.tsx'
import { LinkedSignUp } from '#app/public/sign-up/sign-up-sheet.tsx'
import { PRIVATE, privateDataOf, privateHeaders, privateMeta } from '#app/private-page.ts'
import type { Route } from './+types/take-over'
import { Text } from '#app/ui/text.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { token } = params
  const found = await context.get(callContext)(getTakeOver, { query: { token } })
  return data({ ...privateDataOf(found, UNKNOWN), token }, { headers: PRIVATE })
}

const UNKNOWN = {
  404: {
    heading: 'This link doesn’t work.',
    text: `Please check that it is complete. If it is, ask the person who sent it to you, or write to ${venue.email}.`,
  },
}

export const ErrorBoundary = ErrorPage

export const headers = privateHeaders

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(loaderData?.event.name ?? 'A spot passed on')

export default function TakeOverPage({ loaderData: { event, state, token } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <>
      <EventBanner event={event} />
      <span data-hydrate />
      <LinkedSignUp event={event} link={{ replacement: token }} most={0}>
        {(book) => (
          <PassedOnSpot event={event} state={state} onBook={book} onLookAgain={() => void revalidate()} />
        )}
      </LinkedSignUp>
    </>
  )
}

interface PassedOnSpotProps extends TakeOver {
  onBook: () => void
  onLookAgain: () => void
}

/**
 * Renders for the receiver of the link an explanation, the price and the button that starts the sign-up. If
 * nobody can take over the spot anymore, renders the reason.
 */
export function PassedOnSpot({ event, state, onBook, onLookAgain }: PassedOnSpotProps) {
  if (state === 'booking')
    return (
      <Panel over>
        <Alert tone="warn" title="Someone is booking this spot right now.">
          <p>If they don’t pay in time, you can still have it. Check back later: the link keeps working.</p>
          <Button look="plain" onClick={onLookAgain}>
            Check again
          </Button>
        </Alert>
      </Panel>
    )
  if (state !== 'open')
    return (
      <Panel over>
        <Alert tone="warn" title={OVER[state][0]} text={OVER[state][1]} />
        <p className="button-row">
          <LinkButton to={paths.events}>See what else is on</LinkButton>
        </p>
      </Panel>
    )
  return (
    <Panel over labelledBy="take-over" className="take-over" title="Someone is passing their spot on to you.">
      <p>
        They can’t come and would like you to have their spot. Sign up here, and it’s yours at the usual
        price, with your own private page. What they paid stays between them and us.
      </p>
      {event.shortDescription && <p>{event.shortDescription}</p>}
      <EventFacts event={event} location={venue.location} />
      {isLodgingMissing(event.options, []) && (
        <p>
          <Text>It costs {describePrice(event)}, lodging included. You choose your lodging on the form.</Text>
        </p>
      )}
      <PaymentSchedule event={pricedFrom(event)} />
      <p className="button-row">
        <Button onClick={onBook}>Sign up</Button>
        {!event.private && (
          <LinkButton to={paths.event(event.urlName)} look="plain">
            More about the retreat
          </LinkButton>
        )}
      </p>
      <noscript>
        <NeedsScripts />
      </noscript>
    </Panel>
  )
}

const OVER: Record<Exclude<TakeOver['state'], 'open' | 'booking'>, [title: string, text: string]> = {
  taken: ['This spot has been booked.', 'If that was you, the link to your private page is in your email.'],
  withdrawn: [
    'This spot is no longer being passed on.',
    'The person who sent you the link has changed their plans.',
  ],
  started: ['This retreat has already started.', 'There will be others.'],
  cancelled: ['This retreat has been canceled.', 'We’re sorry. You can’t book with this link anymore.'],
}
