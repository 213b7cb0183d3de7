import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { EmailLink } from '#features/roster/ui/email-link.tsx'
import { GuestCare } from '#features/roster/ui/guest-facts.tsx'
import { Paper } from '#web/ui/paper.tsx'
import { dayOf, missingOf, paidMore, paidWords, stateOf } from './standing-words.ts'

/** The first screen: state, money, what is missing, and what a kitchen and a first-aid kit must know. */
export function Standing({ stay }: { stay: AdminReservation }) {
  const state = stateOf(stay)
  const more = paidMore(stay)
  const missing = missingOf(stay)
  return (
    <Paper labelledBy="standing" className="stay-standing">
      <h2 id="standing" className="unseen">
        How it stands
      </h2>
      <div className="stay-now">
        <p className="stay-marks">
          <span className={`mark mark-${state.tone}`}>{state.mark}</span>
          <span>Signed up {dayOf(stay.createdAt)}</span>
        </p>
        <p className="stay-paid">
          {paidWords(stay)}
          {more.map(({ tone, words }) => (
            <span key={words} className={`stay-paid-more stay-paid-${tone}`}>
              {words}
            </span>
          ))}
        </p>
        {missing.length > 0 && (
          <div>
            <h3 className="stay-label">Still missing</h3>
            <ul className="stay-missing">
              {missing.map(({ what, label, words }) => (
                <li key={what}>
                  <strong>{label}:</strong> {words}
                </li>
              ))}
            </ul>
          </div>
        )}
        {stay.directionsViewedAt && (
          <p className="stay-seen">Saw the directions {dayOf(stay.directionsViewedAt)}.</p>
        )}
      </div>
      {stay.purgedAt === null && (
        <div className="stay-at-hand">
          <GuestCare guest={stay} />
          <p className="stay-reach">
            {stay.phone && <a href={`tel:${stay.phone}`}>{stay.phone}</a>}
            <EmailLink email={stay.email} />
          </p>
        </div>
      )}
    </Paper>
  )
}
