/** The part of the event form that asks when visitors will see the event. */
import { useState } from 'react'
import { publishAtProblem } from '#domain/events/domain/publication.ts'
import { type Day, isDay, RANCH_ZONE, ranchDay, ranchTimeInstant } from '#shared/days.ts'
import { formatInstant } from '#shared/format-days.ts'
import { Button, TextButton } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { focusOnMount } from '#app/ui/focus.ts'
import { Text } from '#app/ui/text.tsx'

interface PublishPartProps {
  /** When a scheduled event is published so far, in ISO 8601. Null for any other event. */
  publishAt: string | null
  /** The first day of the event as the admin has typed it. */
  startDateDate: Day
  /** Marks the button as not ready while the form has problems. */
  unready: { 'aria-disabled': boolean | undefined; 'aria-describedby': string }
  /** Called with an instant in ISO 8601. */
  onChosen: (publishAt: string) => void
  onClose: () => void
}

/** The time that the form suggests: most people read their mail in the morning. */
const MORNING = '09:00'

const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: RANCH_ZONE })

/** Returns the chosen instant. Returns null while the day or the time is missing. */
function instantOf({ day, time }: { day: string; time: string }): Date | null {
  return isDay(day) && time !== '' ? ranchTimeInstant(day, time) : null
}

export function PublishPart({ publishAt, startDateDate, unready, onChosen, onClose }: PublishPartProps) {
  const [chosen, setChosen] = useState(() => {
    const before = publishAt === null ? null : new Date(publishAt)
    return before ? { day: ranchDay(before), time: TIME.format(before) } : { day: '', time: MORNING }
  })
  const [problem, setProblem] = useState<string | null>(null)
  const at = instantOf(chosen)
  const change = (changes: Partial<typeof chosen>) => {
    setChosen({ ...chosen, ...changes })
    setProblem(null)
  }
  const choose = () => {
    // While the start date is missing, the form reports that field. The time then only has to be in the future.
    const start = isDay(startDateDate) ? startDateDate : '9999-12-31'
    const found = publishAtProblem(at, { now: new Date(), startDateDate: start })
    setProblem(found)
    if (found === null && at !== null) onChosen(at.toISOString())
  }
  return (
    <fieldset className="publish-part" aria-label="Publish on">
      <TextField
        id="publish-day"
        ref={focusOnMount}
        label="Day"
        type="date"
        required
        value={chosen.day}
        error={problem ?? undefined}
        onChange={({ target }) => change({ day: target.value })}
      />
      <TextField
        id="publish-time"
        label="Time at the ranch"
        type="time"
        required
        value={chosen.time}
        onChange={({ target }) => change({ time: target.value })}
      />
      <div className="publish-part-buttons">
        <Button {...unready} onClick={choose}>
          Schedule Event
        </Button>
        <TextButton onClick={onClose}>Cancel</TextButton>
      </div>
      <p className="note">
        <Text>
          {at === null
            ? 'Until then, only staff can see the event.'
            : `Guests see the event from ${formatInstant(at)} on. Until then, only staff can see it.`}
        </Text>
      </p>
    </fieldset>
  )
}
