/**
 * The tab with an event's kitchen sheet (what cook and host must know about the guests), on the screen or printed,
 * and with the links that let the host open the sheet.
 */
import { HostSheet } from '#app/host/host-sheet.tsx'
import { unlistedMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { getKitchenSheet } from '#domain/guests/hosts/contract.ts'
import { limitSheet } from '#domain/guests/hosts/rules.ts'
import { useMay } from '#app/site.ts'
import { EVENT_NOT_FOUND, requires } from '../admin-area.tsx'
import type { Route } from './+types/kitchen'
import { HostLinks } from './host-links.tsx'
import { useWorkspace } from './workspace.tsx'

const HOST_LINKS = 'host-links'

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

export default function EventKitchen({ loaderData: { sheet } }: Route.ComponentProps) {
  const { event } = useWorkspace()
  const may = useMay()
  const { urlName, medical } = sheet
  return (
    <>
      <HostSheet
        sheet={sheet}
        whole={medical ? '?medical=on&guests=all' : '?guests=all'}
        inWorkspace
        actions={
          may('health.see') && (
            <LinkButton
              to={medical ? paths.eventKitchen(urlName) : paths.eventKitchenWithMedical(urlName)}
              look="plain"
            >
              {medical ? 'Hide medical conditions' : 'Show medical conditions'}
            </LinkButton>
          )
        }
      />
      {may('guests.edit') && (
        <Panel labelledBy={HOST_LINKS} className="for-host screen-only" title="Links for the host">
          <p>
            Send the host a link to this sheet. It shows no payments, needs no sign-in, and works until the
            day after the event.
          </p>
          <HostLinks eventId={event.id} />
        </Panel>
      )}
    </>
  )
}
