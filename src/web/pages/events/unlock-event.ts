import { type ActionFunctionArgs, data, redirect } from 'react-router'
import { unlockEvent } from '#features/events/contract/events.ts'
import { callContext } from '#web/server-context.ts'

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
