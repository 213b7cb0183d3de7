/** "Add New Reservation": name, email, and whether a mail tells the guest (R11.11). */
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import type { Call } from '#shared/client.ts'
import { emailField, requiredLine } from '#shared/fields.ts'
import { Button, SubmitButton } from '#ui/button.tsx'
import { CheckField, TextField } from '#ui/field.tsx'
import { Alert } from '#ui/alert.tsx'
import { createReservationByAdmin } from '#features/booking/contract/admin.ts'

const newGuest = z.object({ customerName: requiredLine(), email: emailField(), shouldSendEmail: z.boolean() })
type NewGuest = z.output<typeof newGuest>

interface AddGuestProps {
  event: { id: number; spots: number; reservedSpots: number }
  call: Call
  onAdded: (name: string) => void
  onCancel: () => void
}

type Trouble = { kind: 'full' } | { kind: 'failed'; message: string }

export function AddGuest({ event, call, onAdded, onCancel }: AddGuestProps) {
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const form = useForm({
    resolver: zodResolver(newGuest),
    mode: 'onTouched',
    defaultValues: { customerName: '', email: '', shouldSendEmail: true },
  })
  const { errors, isSubmitting } = form.formState

  const add = async (values: NewGuest, allowOverbooking: boolean) => {
    setTrouble(null)
    const added = await call(createReservationByAdmin, {
      body: { createReservationData: { ...values, eventId: event.id, allowOverbooking } },
    })
    if (added.ok) return onAdded(values.customerName)
    if (added.code === 'event_full') return setTrouble({ kind: 'full' })
    for (const name of ['customerName', 'email'] as const) {
      const message = added.fields[name]
      if (message) form.setError(name, { message })
    }
    setTrouble({ kind: 'failed', message: added.message })
  }
  const full = trouble?.kind === 'full'
  const send = form.handleSubmit((values) => add(values, full))
  return (
    <form
      noValidate
      method="post"
      aria-label="Add New Reservation"
      onSubmit={(submit) => {
        if (isSubmitting) submit.preventDefault()
        else void send(submit)
      }}
    >
      <TextField
        id="add-name"
        label="Full name"
        error={errors.customerName?.message}
        required
        autoComplete="off"
        {...form.register('customerName')}
      />
      <TextField
        id="add-email"
        label="Email"
        type="email"
        error={errors.email?.message}
        required
        autoComplete="off"
        {...form.register('email')}
      />
      <CheckField id="add-mail" {...form.register('shouldSendEmail')}>
        Send an email with the private link
      </CheckField>
      {full && (
        <Alert tone="warn" title="No spaces left">
          <p>
            {event.reservedSpots} of {event.spots} spots are taken. Add one more guest anyway?
          </p>
        </Alert>
      )}
      {trouble?.kind === 'failed' && <Alert tone="bad" title={trouble.message} />}
      <div className="button-row">
        <SubmitButton busy={isSubmitting}>{full ? 'Overbook' : 'Add'}</SubmitButton>
        <Button look="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
