/** A new event, or one like another on new days: `/create-event`, `/create-event?copy=<urlName>` (R11.1). */
import { copyOf, NEW_EVENT } from '#features/events/ui/event-form/values.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { callContext } from '#web/server-context.ts'
import type { Route } from './+types/create-event'
import { EventForm, FormPage } from './event-form.tsx'
import { loadEvent } from './event-requests.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const copied = url.searchParams.get('copy')
  return { original: copied === null ? null : await loadEvent(context.get(callContext), copied) }
}

export const meta: Route.MetaFunction = () => unlistedMeta('Create an Event')

export default function CreateEvent({ loaderData: { original } }: Route.ComponentProps) {
  const lead = original
    ? `A copy of ${original.name}. Choose new dates; its photos come along, its guests do not.`
    : 'Everything guests see before they sign up. Nothing is public before you save.'
  return (
    <FormPage title="Create an Event" lead={lead}>
      {original ? (
        <EventForm
          key={original.id}
          draft={`copy:${original.id}`}
          making={{
            kind: 'copy',
            of: original.id,
            days: { start: original.startDateDate, end: original.endDateDate },
          }}
          start={copyOf(original)}
          saved={null}
        />
      ) : (
        <EventForm key="new" draft="new" making={{ kind: 'new' }} start={NEW_EVENT} saved={null} />
      )}
    </FormPage>
  )
}
