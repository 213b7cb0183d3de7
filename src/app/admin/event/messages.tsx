/** The tab with the messages that staff write to an event's guests. */
import { unlistedMeta } from '#app/page-meta.ts'
import { Panel } from '#app/ui/panel.tsx'
import { Messages } from '../messages/messages.tsx'
import { requires } from '../admin-area.tsx'
import type { Route } from './+types/messages'
import { eventIn } from './event-context.ts'
import { useWorkspace } from './workspace.tsx'

const MESSAGES = 'messages'

export const middleware = [requires('guests.edit')]

export const loader = ({ context }: Route.LoaderArgs) => ({ name: eventIn(context).name })

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlistedMeta(`Messages · ${loaderData?.name ?? ''}`)

export default function EventMessages() {
  const { event } = useWorkspace()
  return (
    <Panel labelledBy={MESSAGES}>
      <Messages id={MESSAGES} eventId={event.id} />
    </Panel>
  )
}
