/**
 * The admin section of an event's page (R11.8). A chunk of its own with a stylesheet of its
 * own: what the public loads knows nothing of it.
 */
import { AuditHistory } from '#features/audit/ui/audit-history.tsx'
import type { EventDetails } from '#features/events/contract/events.ts'
import { ReminderPlan } from '#features/reminders/ui/reminder-plan.tsx'
import { PrintRoster } from '#features/roster/ui/print-roster.tsx'
import { RestOfGuests } from '#features/roster/ui/rest-of-guests.tsx'
import { useAllGuests } from '#features/roster/ui/use-all-guests.ts'
import { Roster } from '#features/roster/ui/roster.tsx'
import { formatDayRange } from '#shared/days.ts'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { browserCall } from '#web/browser-call.ts'
import { Paper } from '#web/ui/paper.tsx'
import { useSaid } from '#web/ui/use-said.ts'
import { EventActions } from './event-actions.tsx'
import { EventPhotos } from './event-photos.tsx'
import { EventSums } from './event-sums.tsx'
import { ForHost } from './for-host.tsx'
import type { ForAdmin } from './admin-event.ts'
import { GUESTS } from './admin-strip.tsx'
import sheet from './admin-section.css?url'
import { WaitlistTable } from './waitlist-table.tsx'

const MAILS = 'mail-plan'

interface AdminSectionProps {
  event: EventDetails
  admin: ForAdmin
  /** Reads the page's data again. */
  onChanged: () => void
}

export default function AdminSection({ event, admin, onChanged }: AdminSectionProps) {
  const { said, say } = useSaid()
  const { guests, missing, failure, again } = useAllGuests(admin.guests, {
    eventId: event.id,
    count: admin.guestCount,
    call: browserCall,
  })
  return (
    <div className="admin-section" data-hydrate>
      <Stylesheet href={sheet} />
      <output className="unseen">{said}</output>
      <Paper labelledBy={GUESTS} className="admin-guests">
        <header className="admin-head">
          <div>
            <p className="eyebrow">For admins alone</p>
            <h2 id={GUESTS} tabIndex={-1}>
              Guests
            </h2>
          </div>
          <EventSums event={event} admin={admin} guests={missing === 0 && failure === null ? guests : null} />
        </header>
        <EventActions event={event} say={say} onChanged={onChanged} />
        <RestOfGuests missing={missing} failure={failure} onAgain={again} />
        <Roster guests={guests} ended={event.hasEnded} call={browserCall} say={say} onChanged={onChanged} />
      </Paper>
      <div className="admin-pair column">
        <WaitlistTable
          event={event}
          first={admin.waitlists}
          count={admin.waitlistCount}
          stopped={admin.waitlistStopped}
          say={say}
          onChanged={onChanged}
        />
        <AuditHistory of={{ eventId: event.id }} call={browserCall} className="admin-part on-sheet" />
      </div>
      <Paper labelledBy={MAILS}>
        <ReminderPlan id={MAILS} eventId={event.id} call={browserCall} />
      </Paper>
      <ForHost event={event} say={say} />
      <EventPhotos event={event} onChanged={onChanged} />
      <PrintRoster
        guests={guests}
        missing={missing}
        title={`${event.name}, ${formatDayRange(event.startDateDate, event.endDateDate)}`}
      />
    </div>
  )
}
