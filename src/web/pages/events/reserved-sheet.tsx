import { Link } from 'react-router'
import { Reserved } from '#features/booking/ui/guest/sign-up-outcome.tsx'
import type { SignUpDone } from '#features/booking/ui/guest/sign-up-values.ts'
import type { EventDetails } from '#features/events/contract/events.ts'
import { paymentSchedule } from '#features/events/rules.ts'
import { isWholeNow } from '#features/events/ui/price.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { Paper } from '#ui/paper.tsx'
import { paths } from '#web/paths.ts'

interface ReservedSheetProps {
  event: EventDetails
  done: SignUpDone
  /** Starts over for another guest; null: there is no spot, or the link was for one. */
  onAnother: (() => void) | null
}

/** The end of a sign-up: that the spot is reserved, and what comes next (R31.5). */
export function ReservedSheet({ event, done, onAnother }: ReservedSheetProps) {
  const { uuid } = done
  return (
    <Paper over>
      <Reserved
        done={done}
        privateHref={uuid === null ? null : paths.completeReservation(uuid)}
        calendarHref={uuid === null ? paths.eventCalendar(event.urlName) : paths.reservationCalendar(uuid)}
        onAnother={onAnother}
      >
        <NextSteps event={event} done={done} />
      </Reserved>
    </Paper>
  )
}

export function NextSteps({ event, done }: Pick<ReservedSheetProps, 'event' | 'done'>) {
  const remainder = remainderWords(event, done)
  return (
    <section className="prose" aria-labelledby="next-steps">
      <h3 id="next-steps">What is next</h3>
      <ul>
        {remainder && (
          <li>
            <strong>{remainder}</strong> Pay it on your private page whenever you like.
          </li>
        )}
        <li>
          We have your details. If something changes, say so on your private page; you can cancel there, too.
        </li>
        <li>
          Read the <Link to={paths.directions}>directions</Link> before you set off: the signal ends before
          the road does.
        </li>
        <li>
          Pack by the <Link to={paths.packingList}>packing list</Link>.
        </li>
      </ul>
    </section>
  )
}

/** Null: all is paid, or the price is another one than was paid for; then the private page tells what is open. */
function remainderWords(event: EventDetails, { paid, companions }: SignUpDone) {
  if (isWholeNow(event)) return null

  const cost = event.cost * (companions.length + 1)
  const { deposit, remainder, remainderDue } = paymentSchedule({ ...event, cost }, event.startDateDate)
  if (paid === 0 || paid !== deposit || remainder <= 0 || remainderDue === null) return null
  return `The remainder, ${formatMoney(remainder)}, is due by ${formatDay(remainderDue)}.`
}
