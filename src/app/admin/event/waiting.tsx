/** The tab with an event's waitlist and its offers. */
import { unlistedMeta } from '#app/page-meta.ts'
import { paths } from '#app/paths.ts'
import { callContext, dataOf } from '#app/server-context.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { DialogButton } from '#app/ui/dialog-buttons.tsx'
import { Panel } from '#app/ui/panel.tsx'
import { announce } from '#app/ui/toast.tsx'
import { listEntries } from '#domain/booking/waitlist/contract/admin.ts'
import type { WaitlistEntry } from '#domain/booking/waitlist/contract/entries.ts'
import { EVENT_NOT_FOUND, requires } from '../admin-area.tsx'
import { AddEntry } from '../waitlist/add-entry.tsx'
import { OffersSwitch, WaitlistBrowser } from '../waitlist/waitlist-browser.tsx'
import { describeCount } from '../waitlist/waitlist-labels.ts'
import type { Route } from './+types/waiting'
import { eventIn, type WorkspaceEvent } from './event-context.ts'
import { useWorkspace } from './workspace.tsx'

const WAITLIST = 'waitlist'

export const middleware = [requires('guests.edit')]

export async function loader({ context }: Route.LoaderArgs) {
  const { id, name, hasHappened, cancelled, showWaitlist, ...rest } = eventIn(context)
  const { waitlistCount, waitlistStopped, spotsToOffer } = rest
  const found = await context.get(callContext)(listEntries, { query: { eventId: id } })
  const { entries } = dataOf(found, { words: EVENT_NOT_FOUND })
  const event = { id, hasHappened, cancelled, showWaitlist, waitlistCount, waitlistStopped, spotsToOffer }
  return { name, event, entries }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlistedMeta(`Waitlist · ${loaderData?.name ?? ''}`)

export default function EventWaitlist({ loaderData: { event, entries } }: Route.ComponentProps) {
  const { onChanged } = useWorkspace()
  return (
    <Panel labelledBy={WAITLIST} title="Waitlist">
      <Waitlist event={event} entries={entries} onChanged={onChanged} />
    </Panel>
  )
}

interface WaitlistProps {
  event: Pick<
    WorkspaceEvent,
    'id' | 'hasHappened' | 'cancelled' | 'showWaitlist' | 'waitlistCount' | 'waitlistStopped' | 'spotsToOffer'
  >
  /** The first page of the waitlist, in order of position. */
  entries: WaitlistEntry[]
  onChanged: () => void
}

/** Renders the event's waitlist and its offers. An admin can add an entry or download the list. */
export function Waitlist({ event, entries, onChanged }: WaitlistProps) {
  const { id, waitlistCount: count } = event
  const open = !event.hasHappened && !event.cancelled
  return (
    <>
      {count.all === 0 ? (
        <p>
          {event.showWaitlist
            ? 'Nobody is waiting.'
            : 'This event has no waitlist. Turn it on in the event form.'}
        </p>
      ) : (
        <>
          <p>{describeCount(count)}</p>
          {open && <OffersSwitch eventId={id} stopped={event.waitlistStopped} onChanged={onChanged} />}
          <WaitlistBrowser
            eventId={id}
            first={entries}
            count={count}
            open={open}
            spotsLeft={event.spotsToOffer}
            onChanged={onChanged}
          />
        </>
      )}
      <div className="button-row">
        {open && (
          <DialogButton look="plain" label="Add to the waitlist" title="Add to the waitlist">
            <AddEntry
              eventId={id}
              onAdded={(name) => {
                announce(`${name} is on the waitlist`)
                onChanged()
              }}
            />
          </DialogButton>
        )}
        {count.all > 0 && (
          <LinkButton to={paths.exportWaitlist(id)} look="plain" download>
            Download Waitlist (CSV)
          </LinkButton>
        )}
      </div>
    </>
  )
}
