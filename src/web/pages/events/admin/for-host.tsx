import { HostLinks } from '#features/hosts/ui/host-links.tsx'
import type { EventDetails } from '#features/events/contract/events.ts'
import { LinkButton } from '#ui/button.tsx'
import { browserCall } from '#web/browser-call.ts'
import { paths } from '#web/paths.ts'
import { Paper } from '#web/ui/paper.tsx'

interface ForHostProps {
  event: EventDetails
  say: (words: string) => void
}

/** Who comes and what the kitchen must know, for us and for the event's host. */
export function ForHost({ event, say }: ForHostProps) {
  return (
    <Paper labelledBy="for-host" className="for-host">
      <h2 id="for-host">Kitchen sheet &amp; roster</h2>
      <p>
        Allergies, arrivals and emergency contacts, without any money: to print, or for the host through a
        link that needs no sign-in and opens until the day after the event.
      </p>
      <p className="button-row">
        <LinkButton to={paths.eventSheet(event.urlName)}>Open the kitchen sheet</LinkButton>
      </p>
      <h3>Links for the host</h3>
      <HostLinks eventId={event.id} call={browserCall} say={say} />
    </Paper>
  )
}
