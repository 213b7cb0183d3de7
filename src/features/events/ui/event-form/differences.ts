/** What two people made of one event at the same time (R11.7). Pure. */
import { changedValues, type EventField, type EventValues } from './values.ts'

export interface Difference {
  field: EventField
  original: EventValues[EventField]
  mine: EventValues[EventField]
  theirs: EventValues[EventField]
  /** Both changed it; otherwise only they did. */
  both: boolean
}

interface Versions {
  /** The values that both began with. */
  original: EventValues
  mine: EventValues
  /** The values that the other one has saved. */
  theirs: EventValues
}

/** The fields that they changed to something other than mine: about each one has to choose. */
export function differences({ original, mine, theirs }: Versions): Difference[] {
  const theirChanges = new Set(changedValues(original, theirs))
  return changedValues(mine, theirs)
    .filter((field) => theirChanges.has(field))
    .map((field) => ({
      field,
      original: original[field],
      mine: mine[field],
      theirs: theirs[field],
      both: mine[field] !== original[field],
    }))
}

/** Mine, with theirs in these fields. */
export function merged(mine: EventValues, theirs: EventValues, taken: ReadonlySet<EventField>): EventValues {
  return { ...mine, ...Object.fromEntries([...taken].map((field) => [field, theirs[field]])) }
}
