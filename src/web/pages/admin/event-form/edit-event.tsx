/** The form with an event that is there: `/create-event/{eventUrlName}` (R11.1). */
import { Link } from 'react-router'
import { valuesOf } from '#features/events/ui/event-form/values.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { callContext } from '#web/server-context.ts'
import type { Route } from './+types/edit-event'
import { EventForm, FormPage } from './event-form.tsx'
import { loadEvent } from './event-requests.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  return { event: await loadEvent(context.get(callContext), params.eventUrlName) }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlistedMeta(loaderData ? `Update ${loaderData.event.name}` : 'Update Event')

export default function EditEvent({ loaderData: { event } }: Route.ComponentProps) {
  return (
    <FormPage
      title={`Update ${event.name}`}
      lead={
        <>
          Guests see it at <Link to={paths.event(event.urlName)}>{paths.event(event.urlName)}</Link>. For the
          same again on other days, <Link to={paths.copyEvent(event.urlName)}>copy it</Link>.
        </>
      }
    >
      <EventForm
        key={event.id}
        draft={String(event.id)}
        making={{ kind: 'edit' }}
        start={valuesOf(event)}
        saved={event}
      />
    </FormPage>
  )
}
