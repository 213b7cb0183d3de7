import type { EventDetails } from '../../../../capabilities/events/contract.ts'
import type { AdminEvent } from '../../../../capabilities/roster/contract.ts'
import { EmailLink } from '../../../../capabilities/roster/ui/email-link.tsx'
import { formatDayRangeShort, ranchDay } from '../../../../shared/days.ts'

interface WaitlistTableProps {
  event: EventDetails
  /** Whoever came first stands first. */
  entries: AdminEvent['waitlists']
}

function dayOf(instant: string): string {
  const day = ranchDay(new Date(instant))
  return formatDayRangeShort(day, day)
}

export function WaitlistTable({ event, entries }: WaitlistTableProps) {
  return (
    <section className="admin-part on-sheet" aria-labelledby="waitlist">
      <h2 id="waitlist">Waitlist</h2>
      {entries.length === 0 ? (
        <p>
          {event.showWaitlist
            ? 'Nobody is waiting.'
            : 'This event keeps no waitlist; its form can turn one on.'}
        </p>
      ) : (
        <table className="waitlist-table" aria-labelledby="waitlist">
          <thead>
            <tr>
              <th scope="col">Full name</th>
              <th scope="col">Email</th>
              <th scope="col">Since</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ id, customerName, email, createdAt }) => (
              <tr key={id}>
                <th scope="row">{customerName}</th>
                <td>
                  <EmailLink email={email} />
                </td>
                <td>{dayOf(createdAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
