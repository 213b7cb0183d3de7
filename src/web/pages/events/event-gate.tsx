/** The door of a private event, on whichever of its pages: nothing of it is shown before its password (R10.10). */
import { type ActionFunctionArgs, data, redirect } from 'react-router'
import { unlockEvent } from '#features/events/contract/events.ts'
import { PasswordGate } from '#features/events/ui/password-gate.tsx'
import { browserCall } from '#web/browser-call.ts'
import { callContext } from '#web/server-context.ts'
import { Paper } from '#ui/paper.tsx'

/** The password, sent as a plain form by a browser without JavaScript. */
export async function unlock({ context, params: { eventUrlName = '' }, request }: ActionFunctionArgs) {
  const password = (await request.formData()).get('password')
  const answer = await context.get(callContext)(unlockEvent, {
    body: { eventUrlName, password: typeof password === 'string' ? password : '' },
  })
  // The cookie that opens the event comes with this answer, so only the next request can show it.
  if (answer.ok) throw redirect(new URL(request.url).pathname, 303)
  return data({ refused: answer.message }, answer.status || 503)
}

interface EventGateProps {
  urlName: string
  /** Why the page came back locked, when the form was sent without JavaScript. */
  refused?: string | undefined
  onUnlocked: () => void
}

export function EventGate({ refused, ...gate }: EventGateProps) {
  return (
    <Paper over>
      <PasswordGate call={browserCall} refused={refused ?? null} {...gate} />
    </Paper>
  )
}
