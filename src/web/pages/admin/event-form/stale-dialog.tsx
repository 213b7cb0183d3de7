import type { EventForAdmin } from '#features/events/contract/admin.ts'
import { differences } from '#features/events/ui/event-form/differences.ts'
import { EVENT_LABELS, type EventField, valuesOf } from '#features/events/ui/event-form/values.ts'
import { formatDay, isDay } from '#shared/days.ts'
import { centsOfDollars, formatMoney } from '#shared/money.ts'
import { ConflictDialog } from '#ui/conflict-dialog.tsx'
import type { EventFormState } from './use-event-form.ts'

interface StaleDialogProps {
  state: EventFormState
  /** The event as somebody else has saved it meanwhile; null: nobody has. */
  theirs: EventForAdmin | null
}

/** When two admins changed one event: field by field mine or theirs, then saved on top of theirs (R11.7). */
export function StaleDialog({ state, theirs }: StaleDialogProps) {
  const { opened, values, backToTyping, saveMerged } = state
  const found = theirs && differences({ original: opened.values, mine: values, theirs: valuesOf(theirs) })
  return (
    <ConflictDialog
      differences={
        found &&
        found.map(({ field, original, mine, theirs, both }) => ({
          name: field,
          label: EVENT_LABELS[field],
          original: shown(field, original),
          mine: shown(field, mine),
          theirs: shown(field, theirs),
          both,
        }))
      }
      title="Somebody else changed this event"
      does="Update Event"
      onDecided={(fields) => theirs && void saveMerged(theirs, fields)}
      onBack={backToTyping}
    />
  )
}

/** A value as people read it. */
function shown(field: EventField, value: string | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value.trim() === '') return ''
  if (isDay(value)) return formatDay(value)
  const cents = field === 'cost' ? centsOfDollars(value) : null
  if (cents === null) return value
  return cents < 0 ? 'no price shown' : formatMoney(cents)
}
