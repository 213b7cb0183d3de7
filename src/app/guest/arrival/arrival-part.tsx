/**
 * Renders the arrival section of a guest's page: when the guest will arrive, and on the event's days the
 * buttons "Leaving the pavement" and "Here" (R36.1, R36.2).
 */
import { useEffect, useId, useState } from 'react'
import { addDays, type Day, ranchDay } from '#shared/days.ts'
import { formatDayOfYear } from '#shared/format-days.ts'
import { ARRIVAL_PART } from '#shared/links.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { ApiForm, useApiForm } from '#app/ui/form.tsx'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { Section } from '#app/ui/panel.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { announce } from '#app/ui/toast.tsx'
import { paths } from '#app/paths.ts'
import { useApiCache, useApiQuery } from '#app/ui/use-api-query.ts'
import {
  getArrival,
  type GuestArrival,
  pressArrival,
  tellArrival,
  toldArrival,
} from '#domain/onsite/arrival/contract.ts'
import {
  afterPresses,
  type Press,
  PRESS_LABELS,
  possiblePresses,
  arrivalText,
  WATCH_WORDS,
  progressText,
} from '#domain/onsite/arrival/rules.ts'
import { useStoredPresses } from './use-stored-presses.ts'
import sheet from './arrival-part.css?url'

export function ArrivalPart({ uuid, loaded }: { uuid: string; loaded: GuestArrival }) {
  const { data: arrival, refetch } = useApiQuery(getArrival, { query: { uuid } }, { seed: loaded })
  const { setData } = useApiCache()
  const [changing, setChanging] = useState(false)
  const onDone = (now: GuestArrival) => {
    setData(getArrival, { query: { uuid } }, now)
    setChanging(false)
    announce('We know when you are coming.')
  }
  const onCancel = arrival.told ? () => setChanging(false) : undefined
  return (
    <Section
      className="arrival-part"
      id={ARRIVAL_PART}
      title={arrival.hereAt ? 'You are here' : 'When are you coming?'}
    >
      <Stylesheet href={sheet} />
      {arrival.hereAt === null && arrival.told && !changing && (
        <>
          <p>
            <b>{arrivalText(arrival.told)}</b> (ranch time)
          </p>
          <p>
            <Button look="plain" onClick={() => setChanging(true)}>
              Change
            </Button>
          </p>
        </>
      )}
      {arrival.hereAt === null && (!arrival.told || changing) && (
        <ArrivalForm uuid={uuid} arrival={arrival} onDone={onDone} onCancel={onCancel} />
      )}
      <Presses
        uuid={uuid}
        arrival={arrival}
        onPressed={(now) => (now ? setData(getArrival, { query: { uuid } }, now) : refetch())}
      />
      {arrival.hereAt === null && <p className="note">{WATCH_WORDS}</p>}
    </Section>
  )
}

interface ArrivalFormProps {
  uuid: string
  arrival: GuestArrival
  onDone: (arrival: GuestArrival) => void
  onCancel: (() => void) | undefined
}

function ArrivalForm({ uuid, arrival: { event, told }, onDone, onCancel }: ArrivalFormProps) {
  const form = useApiForm(tellArrival, {
    prefix: 'arrival',
    schema: toldArrival,
    values: { day: told?.day ?? event.startDateDate, time: told?.time ?? '', by: told?.by ?? 'car' },
    labels: { day: 'Day', time: 'Time', by: 'How' },
    toInput: (answers) => ({ body: { uuid, told: answers } }),
    onDone: ({ arrival }) => onDone(arrival),
  })
  return (
    <ApiForm
      form={form}
      label="When are you coming?"
      does="Save"
      className="arrival-form"
      onCancel={onCancel}
    >
      <div className="arrival-fields">
        <SelectField {...form.field('day')} options={daysOf(event)} required />
        <TextField {...form.field('time')} type="time" required />
        <SelectField
          {...form.field('by')}
          options={{ car: 'By car', fetched: 'Please pick us up' }}
          required
        />
      </div>
      <p className="note">
        No car? <a href={paths.pickUp}>How a pick-up works and what it costs</a>
      </p>
    </ApiForm>
  )
}

function daysOf({ startDateDate, endDateDate }: GuestArrival['event']): Record<Day, string> {
  const days: Record<Day, string> = {}
  for (let day = startDateDate; day <= endDateDate; day = addDays(day, 1)) days[day] = formatDayOfYear(day)
  return days
}

interface PressesProps {
  uuid: string
  arrival: GuestArrival
  /**
   * Called with the guest's arrival after the press. Null if another tab sent the press, because only that
   * tab got the reply.
   */
  onPressed: (arrival: GuestArrival | null) => void
}

/**
 * Renders the buttons "Leaving the pavement" and "Here". The page shows a press immediately, even without a
 * signal.
 */
function Presses({ uuid, arrival, onPressed }: PressesProps) {
  const note = useId()
  const today = useRanchDay()
  const { event } = arrival
  const { press, waiting, failed } = useStoredPresses(pressArrival, {
    of: uuid,
    until: event.endDateDate,
    onSent: (reply) => onPressed(reply && reply.arrival),
  })
  const during =
    today === null ? arrival.canPress : event.startDateDate <= today && today <= event.endDateDate
  if (!during) return null
  const way = afterPresses(arrival, waiting)
  const button = (each: Press) => (
    <Button
      key={each}
      look={each === 'here' ? 'main' : 'plain'}
      disabled={today === null}
      aria-describedby={note}
      onClick={() => void press({ uuid, press: each, at: new Date().toISOString() })}
    >
      {PRESS_LABELS[each]}
    </Button>
  )
  const { on, back } = possiblePresses(way)
  return (
    <div className="arrival-presses">
      {on.length > 0 && <div className="button-row">{on.map(button)}</div>}
      <output id={note}>{progressText(way, waiting.length > 0)}</output>
      {back && button('undo')}
      <FailureAlert failed={failed} />
    </div>
  )
}

/** Returns today's ranch day, and the next day after midnight. Returns null before hydration. */
function useRanchDay(): Day | null {
  const [day, setDay] = useState<Day | null>(null)
  useEffect(() => {
    const look = () => setDay(ranchDay(new Date()))
    look()
    const timer = setInterval(look, 60_000)
    return () => clearInterval(timer)
  }, [])
  return day
}
