/**
 * The page of an event that is not published yet, for people with its preview link (R58.4). Once the event is
 * published, the link leads to the event's page.
 */
import { data, redirect } from 'react-router'
import { previewEvent } from '#domain/events/contract/events.ts'
import { NOT_PUBLISHED } from '#app/public/event/availability.tsx'
import { EventBanner, EventDescription } from '#app/public/event/event-body.tsx'
import { venue } from '#shared/venue.ts'
import { ErrorPage } from '#app/error-page.tsx'
import { paths } from '#app/paths.ts'
import { PRIVATE, privateDataOf, privateHeaders, privateMeta } from '#app/private-page.ts'
import { callContext, frameContext } from '#app/server-context.ts'
import { Text } from '#app/ui/text.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import type { Route } from './+types/preview'
import sheet from './preview.css?url'

export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  const found = await context.get(callContext)(previewEvent, { query: { token } })
  const { urlName, event } = privateDataOf(found, GONE)
  if (event === null) throw redirect(paths.event(urlName), { headers: PRIVATE })
  if (event.pdfLink) context.get(frameContext)(event.pdfLink)
  return data({ event }, { headers: PRIVATE })
}

const GONE = {
  404: {
    heading: 'This link no longer works.',
    text: `Please check that it is complete. If it is, the ranch has ended it. Please write to ${venue.email} for a new one.`,
  },
}

export const ErrorBoundary = ErrorPage

export const headers = privateHeaders

export const meta: Route.MetaFunction = ({ loaderData }) =>
  privateMeta(loaderData ? `Preview of ${loaderData.event.name}` : 'Preview')

export default function PreviewPage({ loaderData: { event } }: Route.ComponentProps) {
  return (
    <>
      <Stylesheet href={sheet} />
      <EventBanner event={event} />
      <p className="preview-note on-sheet" role="note">
        <Text>This is a preview. {NOT_PUBLISHED}</Text>
      </p>
      {/* An unpublished event has no sign-up button, so nobody can press one. */}
      <EventDescription event={event} onAct={() => undefined} />
    </>
  )
}
