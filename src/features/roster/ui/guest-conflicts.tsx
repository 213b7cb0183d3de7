import { formatMoney } from '#shared/money.ts'
import { TextButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { GUEST_LABELS, type GuestField, type GuestValues } from './guest-values.ts'

interface GuestConflictsProps {
  /** The fields that both have changed and nobody has decided yet. */
  fields: GuestField[]
  theirs: GuestValues
  onTake: (field: GuestField) => void
}

/** Somebody else was quicker: their changes of the same fields, each to be taken over or to be overruled. */
export function GuestConflicts({ fields, theirs, onTake }: GuestConflictsProps) {
  if (fields.length === 0) {
    return (
      <Notice tone="good">
        <p>Nothing is left to decide. Save once more.</p>
      </Notice>
    )
  }
  return (
    <Notice tone="warn" title="Somebody else has changed this guest in the meantime">
      <p>Nothing was saved, and nothing that you typed is lost. Saving again puts yours in place of:</p>
      <ul className="guest-conflicts">
        {fields.map((field) => (
          <li key={field}>
            {GUEST_LABELS[field]}: <strong>{words(field, theirs)}</strong>{' '}
            <TextButton onClick={() => onTake(field)}>Take theirs</TextButton>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function words(field: GuestField, values: GuestValues): string {
  if (field === 'totalDue') return formatMoney(values.totalDue)
  const value = values[field]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value ?? 'empty'
}
