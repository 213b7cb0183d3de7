import { formatMoney } from '#shared/money.ts'
import { isStanding } from '#shared/reservation-status.ts'
import type { GuestReservation } from '#features/booking/contract/reservation.ts'

/** The refunds of a guest whose stay has ended, and their way; nothing while there is nothing to tell. */
export function MoneyBack({
  reservation: { cancellation, moneyBack, status },
}: {
  reservation: Pick<GuestReservation, 'cancellation' | 'moneyBack' | 'status'>
}) {
  if (isStanding(status)) return null
  const { underWay, done, owed, given } = moneyBack
  const parts = [
    done > 0 && `${formatMoney(done)} went back to your card. Your bank shows it within a few days.`,
    underWay > 0 && `${formatMoney(underWay)} is on its way to your card.`,
    given > 0 && `${formatMoney(given)} was given back to you by hand.`,
    owed > 0 && `${formatMoney(owed)} we give back by hand. We will write to you about how.`,
  ].filter((words) => words !== false)
  if (cancellation && !cancellation.feesKnown)
    parts.push(
      'Your refund follows as soon as the card company has told us the fee that it keeps, mostly within an hour. We write to you then.',
    )
  if (parts.length === 0 && cancellation?.refund === 0 && cancellation.paid > 0)
    parts.push('Nothing of what you paid goes back, by the Terms of Stay.')
  if (parts.length === 0) return null
  return (
    <section aria-labelledby="money-back">
      <h2 id="money-back">What goes back</h2>
      {parts.map((words) => (
        <p key={words}>{words}</p>
      ))}
    </section>
  )
}
