/**
 * The page with an event's kitchen sheet (what cook and host must know about the guests) and roster for
 * admins, on the screen or printed.
 */
import { getKitchenSheet } from '#domain/guests/hosts/contract.ts'
import { limitSheet } from '#domain/guests/hosts/rules.ts'
import { HostSheet } from '#app/host/host-sheet.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { unlistedMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { useMay } from '#app/site.ts'
import { EVENT_NOT_FOUND } from '../admin/admin-area.tsx'
import { requires } from '../admin/admin-area.tsx'
import type { Route } from './+types/event-sheet'

export const middleware = [requires('health.food')]

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const withMedical = url.searchParams.get('medical') === 'on'
  const query = { eventUrlName: params.eventUrlName, ...(withMedical && { medical: 'true' as const }) }
  const found = await context.get(callContext)(getKitchenSheet, { query })
  const sheet = dataOf(found, { words: EVENT_NOT_FOUND })
  return { sheet: limitSheet(sheet, url.searchParams.get('guests') === 'all') }
}

export const meta: Route.MetaFunction = ({ loaderData, params }) =>
  unlistedMeta(`Kitchen sheet: ${loaderData?.sheet.event.name ?? params.eventUrlName}`)

export default function EventSheet({ loaderData: { sheet } }: Route.ComponentProps) {
  const { urlName, medical } = sheet
  const may = useMay()
  return (
    <HostSheet
      sheet={sheet}
      whole={medical ? '?medical=on&guests=all' : '?guests=all'}
      actions={
        <>
          {may('health.see') && (
            <LinkButton
              to={medical ? paths.eventSheet(urlName) : paths.eventSheetWithMedical(urlName)}
              look="plain"
            >
              {medical ? 'Hide medical conditions' : 'Show medical conditions'}
            </LinkButton>
          )}
          <LinkButton to={paths.event(urlName)} look="plain">
            The event’s page
          </LinkButton>
        </>
      }
    />
  )
}
