import { formatDayLong, formatTime, ranchDay } from '#shared/days.ts'
import { Button } from '#ui/button.tsx'
import './pass-on.css'

/** The other way to pass on a spot: to whoever waits, in the order of the waitlist. */
export function OfferToNext({ busy, onOffer }: { busy: boolean; onOffer: () => void }) {
  return (
    <>
      <p className="pass-on-next">
        Nobody in mind? People are waiting in line for this retreat. We offer your spot to the first, who has
        a day to answer, then to the next. When one of them takes it, your stay ends and 90% of what you paid
        comes back by itself.
      </p>
      <Button look="plain" busy={busy} onClick={onOffer}>
        Offer it to the next in line
      </Button>
    </>
  )
}

interface OfferedToNextProps {
  /** An instant. */
  until: string
  busy: boolean
  onRecall: () => void
}

/** The spot is offered: until when, what follows, and the way back. */
export function OfferedToNext({ until, busy, onRecall }: OfferedToNextProps) {
  const end = new Date(until)
  return (
    <>
      <p>
        <strong>
          Offered to the next in line until {formatDayLong(ranchDay(end))}, {formatTime(end)} at the ranch.
        </strong>{' '}
        If they do not take it, the one after gets a turn. Once somebody does, 90% of what you paid comes back
        by itself; until then the spot stays yours.
      </p>
      <Button look="plain" busy={busy} onClick={onRecall}>
        Take the offer back
      </Button>
    </>
  )
}
