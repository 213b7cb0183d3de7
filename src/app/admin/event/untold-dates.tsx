/** The notice on an event's page about guests who do not know the event's new dates. */
import { useLocation } from 'react-router'
import { getGuestsToTell, tellDates } from '#domain/booking/contract/event.ts'
import { describeToCall, listNames, reachOf } from '#domain/booking/domain/reach.ts'
import { plural } from '#shared/text.ts'
import { Alert, FailureAlert } from '#app/ui/alert.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { ConfirmButton } from '#app/ui/dialog-buttons.tsx'
import { focusOnMount } from '#app/ui/focus.ts'
import { ToCall } from '#app/admin/emails/to-call.tsx'
import { Text, Verbatim } from '#app/ui/text.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'

/** The notice's id. The event form leads to it after it has saved new dates. */
export const NEW_DATES = 'new-dates'

export function UntoldDates({ eventId }: { eventId: number }) {
  const { hash } = useLocation()
  const { data, failed, refetch } = useApiQuery(getGuestsToTell, { query: { id: eventId } })
  const { send } = useApiMutation(tellDates)
  if (!data) return <FailureAlert failed={failed} onRetry={refetch} />
  const untold = data.guests.filter(({ knowsDates }) => !knowsDates)
  if (untold.length === 0) return null
  const { emailed, toCall } = reachOf(untold)
  const mails = data.emailsNewDates ? emailed : []
  const names = toCall.map(({ name }) => name)
  const tell = (how: 'email' | 'by_hand') => async () => {
    const answer = await send({ body: { id: eventId, how } })
    if (answer?.ok && how === 'email') toast(`${plural(answer.data.emails, 'email')} on the way.`)
    return answer
  }
  return (
    <Alert
      tone="warn"
      id={NEW_DATES}
      ref={hash === `#${NEW_DATES}` ? focusOnMount : undefined}
      title={`${plural(untold.length, 'guest has', 'guests have')} not been notified of the new dates.`}
    >
      <p>
        <Text>
          {data.emailsNewDates
            ? describeToCall(names)
            : 'The retreat has begun, so the site emails nobody about its dates. Please call the guests.'}
        </Text>
      </p>
      <div className="button-row">
        {mails.length > 0 && (
          <ConfirmButton
            label="Notify them by email…"
            title="Email the new dates?"
            does={`Send ${plural(mails.length, 'email')}`}
            onConfirm={tell('email')}
            onDone={refetch}
          >
            <p>
              <Text>The new dates go to</Text> <Verbatim>{listNames(mails.map(({ name }) => name))}</Verbatim>
              <Text>.</Text>
            </p>
            <ToCall names={names} />
          </ConfirmButton>
        )}
        <ConfirmButton
          label="They already know…"
          title="Do all of them know the new dates?"
          does="They know the dates"
          onConfirm={tell('by_hand')}
          onDone={refetch}
        >
          <p>
            <Text>This notice goes away, and no email goes out. It is about</Text>{' '}
            <Verbatim>{listNames(untold.map(({ name }) => name))}</Verbatim>
            <Text>.</Text>
          </p>
        </ConfirmButton>
      </div>
    </Alert>
  )
}
