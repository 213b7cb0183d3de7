/** The page on which a guest confirms held spots that need no payment. Its link is in an e-mail (R46.2). */
import { useState } from 'react'
import { data } from 'react-router'
import { confirmSpots, getHeldSpots, type HeldSpots } from '#domain/booking/contract/confirm-spots.ts'
import { formatDayRange, formatInstant } from '#shared/format-days.ts'
import { venue } from '#shared/venue.ts'
import { Alert } from '#app/ui/alert.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { LinkButton, SubmitButton } from '#app/ui/button.tsx'
import { PlainForm } from '#app/ui/field.tsx'
import { focusOnMount } from '#app/ui/focus.ts'
import { Panel } from '#app/ui/panel.tsx'
import { PageBanner } from '#app/ui/page-banner.tsx'
import { callContext } from '#app/server-context.ts'
import { paths } from '#app/paths.ts'
import { ErrorPage } from '#app/error-page.tsx'
import { Onward } from '../offer/offer-over.tsx'
import { PRIVATE, privateDataOf, privateMeta, PURGED } from '#app/private-page.ts'
import type { Route } from './+types/confirm-spots'
import { Text } from '#app/ui/text.tsx'

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const found = await context.get(callContext)(getHeldSpots, { query: { token } })
  return data({ token, spots: privateDataOf(found, GONE) }, { headers: PRIVATE })
}

/** Handles the confirmation by a browser without JavaScript. Opening the page does not confirm the spots. */
export async function action({ context, params: { token } }: Route.ActionArgs) {
  const done = await context.get(callContext)(confirmSpots, { body: { token } })
  const refused = done.ok ? null : done.message
  return data({ refused }, { status: done.ok ? 200 : done.status || 503, headers: PRIVATE })
}

const GONE = {
  404: {
    heading: 'This link does not work',
    text: `Please check that the link is complete, as in your email. If you corrected your email address, use the link in our latest email. Otherwise, write to ${venue.email}.`,
  },
  410: PURGED,
}

export const ErrorBoundary = ErrorPage

export function headers({ actionHeaders, loaderHeaders, errorHeaders }: Route.HeadersArgs) {
  if (errorHeaders) return errorHeaders
  return actionHeaders.has('cache-control') ? actionHeaders : loaderHeaders
}

export const meta: Route.MetaFunction = () => privateMeta('Confirm your sign-up')

export default function ConfirmSpotsPage({ loaderData: { token, spots }, actionData }: Route.ComponentProps) {
  const { event } = spots
  return (
    <>
      <PageBanner picture={event.mainImage ?? 'road'} light>
        <h1>Confirm your sign-up.</h1>
        <p>
          <Text>
            {event.name}, {formatDayRange(event.startDateDate, event.endDateDate)}
          </Text>
        </p>
      </PageBanner>
      <Panel over>
        <ConfirmSpots token={token} known={spots} refusedBefore={actionData?.refused ?? null} />
      </Panel>
    </>
  )
}

interface ConfirmSpotsProps {
  token: string
  known: HeldSpots
  /**
   * Why the server refused the confirmation by a browser without JavaScript. Null if the server did not
   * refuse it.
   */
  refusedBefore: string | null
}

function ConfirmSpots({ token, known, refusedBefore }: ConfirmSpotsProps) {
  const { send, busy, failed } = useApiMutation(confirmSpots)
  const [confirmed, setConfirmed] = useState<HeldSpots | null>(null)
  const spots = confirmed ?? known
  const refused = busy ? null : (failed?.message ?? refusedBefore)
  const confirm = async () => {
    const done = await send({ body: { token } })
    if (done?.ok) setConfirmed(done.data)
  }
  const { state, event, stay } = spots
  if (state === 'held' && !event.cancelled && !event.hasHappened)
    return (
      <div data-hydrate>
        <PlainForm aria-label="Confirm your sign-up" onSend={() => void confirm()}>
          <h2>
            {spots.companions.length === 0 ? 'A spot is held for you' : 'Spots are held for all of you'}
          </h2>
          {spots.companions.length > 0 && <p>{`${LIST.format(['You', ...spots.companions])}.`}</p>}
          <p className="prose">{describeHold(spots)}</p>
          {refused !== null && <Alert tone="bad" title={refused} />}
          <SubmitButton busy={busy}>
            {spots.companions.length === 0 ? 'Confirm my spot' : 'Confirm our spots'}
          </SubmitButton>
        </PlainForm>
      </div>
    )
  const [tone, title, text] = describeEnd(spots)
  return (
    <div data-hydrate>
      <Alert tone={tone} title={title} ref={confirmed === null ? undefined : focusOnMount} text={text} />
      {stay === null ? (
        <Onward event={event} />
      ) : (
        <p className="button-row">
          {/* Loads a new document. Its headers keep the private address out of caches and hide it from other
              sites. */}
          <LinkButton to={paths.completeReservation(stay)} reloadDocument>
            Your private page
          </LinkButton>
        </p>
      )}
    </div>
  )
}

const LIST = new Intl.ListFormat('en-US')

function describeHold({ companions, takesOver, heldUntil }: HeldSpots): string {
  const alone = companions.length === 0
  const until = heldUntil === null ? '' : ` by ${formatInstant(heldUntil)} ranch time`
  const then = alone
    ? ''
    : ' As soon as you confirm, we’ll email each companion whose address we have. Nobody else has heard from us yet.'
  const passedOn = takesOver ? ' The guest who is passing on this spot keeps it until you confirm.' : ''
  return `Someone signed up with your email address. If that was you, confirm ${alone ? 'your spot' : 'the spots'}${until}. Confirming is free.${then}${passedOn} If it wasn’t you, close this page, and ${alone ? 'the spot goes' : 'the spots go'} to someone else.`
}

type Words = [tone: 'good' | 'warn', title: string, text: string]

function describeEnd({ state, event, companions }: HeldSpots): Words {
  if (event.cancelled)
    return [
      'warn',
      'This retreat has been canceled.',
      'We’re sorry: we had to call it off. Nothing was charged.',
    ]
  if (state === 'confirmed')
    return [
      'good',
      companions.length === 0 ? 'Your spot is confirmed.' : 'Your spots are confirmed.',
      "Everything about your stay is on your private page. We emailed you its link. Grab your boots and we'll see you soon.",
    ]
  if (event.hasHappened)
    return [
      'warn',
      'This retreat has already started.',
      'Sign-up is closed. Nothing was charged. Come another time.',
    ]
  if (state === 'to_pay')
    return [
      'warn',
      'There is something to pay now.',
      'Your sign-up was changed, and it now costs something. Please go back to the form and pay there. Your payment confirms the spots.',
    ]
  return [
    'warn',
    'These spots are no longer held.',
    'We held them for a while, then had to let them go. Nothing was charged. You’re welcome to sign up again.',
  ]
}
