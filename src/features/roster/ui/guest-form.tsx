/** The form of what an admin can change of a guest. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm, type Resolver } from 'react-hook-form'
import type { Call } from '#shared/client.ts'
import { Button, SubmitButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import { GuestConflicts } from './guest-conflicts.tsx'
import { GuestFields } from './guest-fields.tsx'
import {
  changesOf,
  conflictsOf,
  GUEST_LABELS,
  guestSchema,
  inputOf,
  mergeOf,
  valuesOf,
  type GuestField,
  type GuestInput,
  type GuestValues,
} from './guest-values.ts'
import { saveGuest } from './save-guest.ts'

interface GuestFormProps {
  guest: AdminReservation
  call: Call
  onSaved: (guest: AdminReservation) => void
  onCancel: () => void
  /** Called with whether something typed is not saved. */
  onDirty: (dirty: boolean) => void
  /** The notes are changed elsewhere on the page. */
  notesApart?: boolean
}

type Trouble = { kind: 'failed'; message: string } | { kind: 'conflict'; fields: GuestField[] }

// An input's empty text and a kept null are one to the schema, not to its types.
const resolver = zodResolver(guestSchema) as unknown as Resolver<GuestInput, unknown, GuestValues>

export function GuestForm({ guest, call, onSaved, onCancel, onDirty, notesApart = false }: GuestFormProps) {
  // The values that the changes are compared with: as they were read, later as another admin has left them.
  const [base, setBase] = useState(guest)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const form = useForm<GuestInput, unknown, GuestValues>({
    resolver,
    mode: 'onTouched',
    defaultValues: inputOf(valuesOf(guest)),
  })
  const { errors, isSubmitting } = form.formState
  const { setFocus } = form
  useEffect(() => setFocus('customerName'), [setFocus])

  const send = async (mine: GuestValues, on: AdminReservation): Promise<void> => {
    const before = valuesOf(on)
    const changes = changesOf(before, mine)
    const outcome = await saveGuest(call, { ...changes, id: on.id, version: on.version })
    if (outcome.kind === 'saved') return onSaved(outcome.guest)
    if (outcome.kind === 'failed') return refuse(outcome)
    const theirs = valuesOf(outcome.theirs)
    const fields = conflictsOf(before, theirs, mine)
    const merged = mergeOf(before, theirs, mine)
    setBase(outcome.theirs)
    form.reset(inputOf(merged), { keepDefaultValues: true })
    if (fields.length === 0) return send(merged, outcome.theirs)
    setTrouble({ kind: 'conflict', fields })
  }
  const refuse = ({ message, fields }: { message: string; fields: Record<string, string> }) => {
    for (const [name, words] of Object.entries(fields)) {
      if (name in GUEST_LABELS) form.setError(name as GuestField, { message: words })
    }
    setTrouble({ kind: 'failed', message })
  }
  const save = form.handleSubmit((values) => {
    setTrouble(null)
    return send(values, base)
  })
  return (
    <form
      noValidate
      method="post"
      className="guest-form"
      aria-label={`Edit ${guest.customerName}`}
      onChange={() => onDirty(true)}
      onSubmit={(event) => {
        if (isSubmitting) event.preventDefault()
        else void save(event)
      }}
    >
      <GuestFields register={form.register} errors={errors} notesApart={notesApart} />
      {trouble?.kind === 'failed' && (
        <Notice tone="bad" title="Not saved">
          <p>{trouble.message}</p>
        </Notice>
      )}
      {trouble?.kind === 'conflict' && (
        <GuestConflicts
          fields={trouble.fields}
          theirs={valuesOf(base)}
          onTake={(field) => {
            form.setValue(field, inputOf(valuesOf(base))[field], { shouldValidate: true })
            setTrouble({ ...trouble, fields: trouble.fields.filter((other) => other !== field) })
          }}
        />
      )}
      <div className="button-row">
        <SubmitButton busy={isSubmitting}>Save</SubmitButton>
        <Button look="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
