/** The form of what an admin can change of a guest. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { type FieldErrors, type Resolver, useForm, type UseFormRegister } from 'react-hook-form'
import type { Call } from '#shared/client.ts'
import { formatMoney } from '#shared/money.ts'
import { Button, SubmitButton, TextButton } from '#ui/button.tsx'
import { CheckField, TextArea, TextField } from '#ui/field.tsx'
import { Alert } from '#ui/alert.tsx'
import type { AdminReservation } from '#features/booking/contract/admin.ts'
import {
  changesOf,
  conflictsOf,
  GUEST_LABELS,
  type GuestField,
  type GuestInput,
  guestSchema,
  type GuestValues,
  inputOf,
  mergeOf,
  saveGuest,
  valuesOf,
} from './guest-values.ts'

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
        <Alert tone="bad" title="Not saved">
          <p>{trouble.message}</p>
        </Alert>
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

interface GuestFieldsProps {
  register: UseFormRegister<GuestInput>
  errors: FieldErrors<GuestInput>
  /** Notes are changed elsewhere on the page. */
  notesApart: boolean
}

/** The fields of a guest. An admin fills them in about somebody else, so browsers offer nothing. */
export function GuestFields({ register, errors, notesApart }: GuestFieldsProps) {
  const bare = (name: GuestField) => ({
    id: `guest-${name}`,
    error: errors[name]?.message,
    autoComplete: 'off',
    ...register(name),
  })
  const field = (name: GuestField) => ({ ...bare(name), label: GUEST_LABELS[name] })
  return (
    <div className="guest-fields">
      <TextField {...field('customerName')} required />
      <TextField {...field('nickname')} />
      <TextField {...field('email')} type="email" required />
      <TextField {...field('phone')} type="tel" />
      <TextArea {...field('address')} rows={2} />
      <TextField {...field('totalDue')} inputMode="decimal" required hint="Invoices stay as they are." />
      <TextField {...field('emergencyContactName')} />
      <TextField {...field('emergencyContactPhone')} type="tel" />
      <TextArea {...field('foodAllergies')} rows={2} />
      <TextArea {...field('medicalConditions')} rows={2} />
      <TextArea {...field('otherInformation')} rows={2} />
      {!notesApart && <TextArea {...field('notes')} rows={2} hint="Guests never see these." />}
      <CheckField {...bare('safetyConsent')}>{GUEST_LABELS.safetyConsent}</CheckField>
      <CheckField {...bare('photoConsent')}>{GUEST_LABELS.photoConsent}</CheckField>
    </div>
  )
}

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
      <Alert tone="good">
        <p>No differences are left. Save once more.</p>
      </Alert>
    )
  }
  return (
    <Alert tone="warn" title="Somebody else has changed this guest in the meantime">
      <p>Nothing was saved, and nothing that you typed is lost. Saving again replaces:</p>
      <ul className="guest-conflicts">
        {fields.map((field) => (
          <li key={field}>
            {GUEST_LABELS[field]}: <strong>{words(field, theirs)}</strong>{' '}
            <TextButton onClick={() => onTake(field)}>Use theirs</TextButton>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function words(field: GuestField, values: GuestValues): string {
  if (field === 'totalDue') return formatMoney(values.totalDue)
  const value = values[field]
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value ?? 'empty'
}
