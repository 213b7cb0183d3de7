/** Kitchen sheet and roster of an event, for admins: read on a screen, or printed for the kitchen's wall. */
import { data } from 'react-router'
import { getKitchenSheet } from '#features/hosts/contract.ts'
import { Sheet } from '#features/hosts/ui/sheet.tsx'
import { LinkButton } from '#ui/button.tsx'
import { pageMeta } from '#web/page-meta.ts'
import { paths } from '#web/paths.ts'
import { callContext } from '#web/server-context.ts'
import { PrintButton } from '#ui/print-button.tsx'
import type { Route } from './+types/event-sheet'

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const withMedical = url.searchParams.get('medical') === 'on'
  const query = { eventUrlName: params.eventUrlName, ...(withMedical && { medical: 'true' as const }) }
  const found = await context.get(callContext)(getKitchenSheet, { query })
  if (found.ok) return { sheet: found.data }
  if (found.status !== 404) throw data({ text: found.message }, found.status || 503)
  throw data({ heading: 'Event Not Found', text: 'It may have been renamed or deleted.' }, 404)
}

export const meta: Route.MetaFunction = ({ matches, loaderData, params }) =>
  pageMeta(matches, {
    title: `Kitchen sheet: ${loaderData?.sheet.event.name ?? params.eventUrlName}`,
    description: '',
    path: paths.eventSheet(params.eventUrlName),
    hidden: true,
  })

export default function EventSheet({ loaderData: { sheet } }: Route.ComponentProps) {
  const { urlName, medical } = sheet
  return (
    <Sheet
      sheet={sheet}
      actions={
        <>
          <PrintButton />
          <LinkButton
            to={medical ? paths.eventSheet(urlName) : paths.eventSheetWithMedical(urlName)}
            look="plain"
          >
            {medical ? 'Hide medical conditions' : 'Show medical conditions'}
          </LinkButton>
          <LinkButton to={paths.event(urlName)} look="plain">
            The event’s page
          </LinkButton>
        </>
      }
    />
  )
}
