/** The page of one event (R10.6). */
import { data, redirect, useRevalidator } from 'react-router'
import { unlockEvent } from '#features/events/contract/events.ts'
import { getEvent } from '#features/events/contract/event.ts'
import { FIRST_GUESTS } from '#features/roster/contract.ts'
import { ENTRIES_ON_A_PAGE } from '#features/waitlist/contract/queue.ts'
import { PasswordGate } from '#features/events/ui/password-gate.tsx'
import { useFocusKept } from '#ui/use-focus-kept.ts'
import { browserCall } from '#web/browser-call.ts'
import { type PageHandle, pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { eventData } from '#web/schema-org.ts'
import { callContext, frameContext } from '#web/server-context.ts'
import { Paper } from '#ui/paper.tsx'
import { Scene } from '#ui/scene.tsx'
import type { Route } from './+types/event'
import { partEvent } from './admin/admin-event.ts'
import { OpenEvent } from './open-event.tsx'
import './event.css'

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await context.get(callContext)(getEvent, {
    query: {
      eventUrlName: params.eventUrlName,
      guests: FIRST_GUESTS,
      waitlist: ENTRIES_ON_A_PAGE,
    },
  })
  if (found.ok) {
    if (!found.data.locked && found.data.pdfLink) context.get(frameContext)(found.data.pdfLink)
    return partEvent(found.data)
  }
  if (found.status !== 404) throw data({ text: found.message }, found.status || 503)
  throw data(
    {
      heading: 'Event Not Found',
      text: 'It may have been renamed or taken down. The others are here:',
    },
    404,
  )
}

/** The password of a private event, sent as a plain form by a browser without JavaScript. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const password = (await request.formData()).get('password')
  const answer = await context.get(callContext)(unlockEvent, {
    body: {
      eventUrlName: params.eventUrlName,
      password: typeof password === 'string' ? password : '',
    },
  })
  // The cookie that opens the event comes with this answer, so only the next request can show it.
  if (answer.ok) throw redirect(paths.event(params.eventUrlName), 303)
  return data({ refused: answer.message }, answer.status || 503)
}

export const handle: PageHandle = { keep: [], listed: true }

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const event = loaderData?.event
  if (!event) return []
  const path = paths.event(event.urlName)
  if (event.locked)
    return pageMeta(matches, {
      title: 'Private event',
      description: '',
      path,
      hidden: true,
    })
  return pageMeta(matches, {
    title: event.name,
    description: event.shortDescription ?? `${event.name}: dates, price and sign-up.`,
    path,
    picture: event.mainImage ?? undefined,
    hidden: event.private,
    facts: (origin) => eventData(event, origin),
  })
}

export default function EventPage({ loaderData, actionData }: Route.ComponentProps) {
  const { event, admin } = loaderData
  const keepFocus = useFocusKept('main')
  if (event.locked)
    return <LockedPage urlName={event.urlName} refused={actionData?.refused ?? null} onUnlocked={keepFocus} />
  return <OpenEvent key={event.id} event={event} admin={admin} />
}

interface LockedPageProps {
  urlName: string
  refused: string | null
  onUnlocked: () => void
}

function LockedPage({ urlName, refused, onUnlocked }: LockedPageProps) {
  const { revalidate } = useRevalidator()
  return (
    <>
      <Scene picture="road" dark="night" light>
        <p className="eyebrow">By invitation</p>
      </Scene>
      <Paper over>
        <PasswordGate
          urlName={urlName}
          call={browserCall}
          refused={refused}
          onUnlocked={() => {
            onUnlocked()
            void revalidate()
          }}
        />
      </Paper>
    </>
  )
}
