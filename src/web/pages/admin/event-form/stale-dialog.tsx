import { useState } from 'react'
import type { EventForAdmin } from '#features/events/contract/event.ts'
import {
  differences,
  merged,
  type Difference,
  type Side,
} from '#features/events/ui/event-form/differences.ts'
import { EVENT_LABELS, valuesOf, type EventField } from '#features/events/ui/event-form/values.ts'
import { formatDay, isDay } from '#shared/days.ts'
import { centsOfDollars, formatMoney } from '#shared/money.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { EventFormState } from './use-event-form.ts'

/** The dialog when two admins changed one event: field by field mine or theirs, then saved on top of theirs (R11.7). */
export function StaleDialog({ state, theirs }: { state: EventFormState; theirs: EventForAdmin }) {
  const their = valuesOf(theirs)
  const found = differences({ original: state.base?.values ?? their, mine: state.values, theirs: their })
  // Where only they changed something, nothing of mine is lost by taking it.
  const [choices, setChoices] = useState<ReadonlyMap<EventField, Side>>(
    () => new Map(found.map(({ field, both }) => [field, both ? 'mine' : 'theirs'])),
  )
  return (
    <Dialog open onClose={state.backToTyping} title="Somebody else changed this event" backdrop="static">
      <p>
        {found.length > 0
          ? 'It was saved while you were typing. Choose what to keep; your other changes stay as they are.'
          : 'It was saved while you were typing, but nothing conflicts with your changes.'}
      </p>
      {found.map((difference) => (
        <Choice
          key={difference.field}
          difference={difference}
          side={choices.get(difference.field) ?? 'mine'}
          onChoose={(side) => setChoices(new Map(choices).set(difference.field, side))}
        />
      ))}
      <div className="button-row">
        <Button look="plain" onClick={state.backToTyping}>
          Back to the form
        </Button>
        <Button onClick={() => void state.saveMerged(merged(state.values, their, choices), theirs)}>
          Update Event
        </Button>
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  difference: Difference
  side: Side
  onChoose: (side: Side) => void
}

function Choice({ difference: { field, original, mine, theirs }, side, onChoose }: ChoiceProps) {
  const option = (value: Side, label: string, text: string | boolean) => (
    <div className="stale-option">
      <input
        type="radio"
        id={`stale-${field}-${value}`}
        name={`stale-${field}`}
        checked={side === value}
        onChange={() => onChoose(value)}
      />
      <label htmlFor={`stale-${field}-${value}`}>
        <b>{label}</b> <span className="stale-value">{shown(field, text)}</span>
      </label>
    </div>
  )
  return (
    <fieldset className="stale-choice">
      <legend>{EVENT_LABELS[field]}</legend>
      <p className="note">
        It was: <span className="stale-value">{shown(field, original)}</span>
      </p>
      {option('mine', 'Keep mine:', mine)}
      {option('theirs', 'Use theirs:', theirs)}
    </fieldset>
  )
}

/** A value as people read it. */
function shown(field: EventField, value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value.trim() === '') return 'empty'
  if (isDay(value)) return formatDay(value)
  const cents = field === 'cost' ? centsOfDollars(value) : null
  if (cents === null) return value
  return cents < 0 ? 'no price shown' : formatMoney(cents)
}
