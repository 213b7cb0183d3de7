import { useEffect, useEffectEvent, useRef } from 'react'
import { Link } from 'react-router'
import { getCancelProgress } from '#features/booking/contract/cancellation.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { useLooks } from '#ui/use-looks.ts'
import { useRead } from '#ui/use-read.ts'
import { browserCall } from '#web/browser-call.ts'
import { paths } from '#web/paths.ts'
import sheet from './cancelled-event.css?url'
import { progressWords, waitingFor } from './cancel-words.ts'

interface CancelledEventProps {
  eventId: number
  /** The last of the reservations has been cancelled. */
  onOver: () => void
}

/** The id of what takes the focus when an event was cancelled here. */
export const CANCELLED = 'event-cancelled'

/** The panel of a cancelled event: how far cancelling has come; the same after a reload. */
export function CancelledEvent({ eventId, onOver }: CancelledEventProps) {
  const { found, data: progress, again } = useRead(browserCall, getCancelProgress, { query: { id: eventId } })
  useLooks(progress ? waitingFor(progress) : '', again)
  const left = progress?.left ?? 0
  const before = useRef(left)
  const over = useEffectEvent(onOver)
  useEffect(() => {
    if (left === 0 && before.current > 0) over()
    before.current = left
  }, [left])
  return (
    <section className="event-cancelled" aria-labelledby={CANCELLED}>
      <Stylesheet href={sheet} />
      <h3 id={CANCELLED} tabIndex={-1}>
        The retreat is cancelled
      </h3>
      {progress && progress.done + progress.left > 0 && (
        <progress
          aria-label="Reservations cancelled"
          value={progress.done}
          max={progress.done + progress.left}
        />
      )}
      <output>{progress ? progressWords(progress).join(' ') : found === null && 'Looking…'}</output>
      {progress && progress.owed > 0 && (
        <p>
          <Link to={`${paths.admin}#give-back`}>Whom it is owed</Link>
        </p>
      )}
      {found && !found.ok && (
        <Notice tone="bad" title={found.message}>
          <Button look="plain" onClick={again}>
            Try again
          </Button>
        </Notice>
      )}
    </section>
  )
}
