/** An admin puts somebody on the waitlist who asked by telephone, say. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Call } from '#shared/client.ts'
import { Button, SubmitButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Alert } from '#ui/alert.tsx'
import { newEntry } from '../contract/entries.ts'
import { addEntry } from '../contract/queue.ts'

const person = newEntry.omit({ eventId: true })

interface AddEntryProps {
  eventId: number
  call: Call
  onAdded: (name: string) => void
  onCancel: () => void
}

export function AddEntry({ eventId, call, onAdded, onCancel }: AddEntryProps) {
  const [refused, setRefused] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(person),
    mode: 'onTouched',
    defaultValues: { customerName: '', email: '' },
  })
  const { errors, isSubmitting } = form.formState
  const add = form.handleSubmit(async (values: z.output<typeof person>) => {
    setRefused(null)
    const added = await call(addEntry, {
      body: { waitlistData: { ...values, eventId } },
    })
    if (added.ok) return onAdded(values.customerName)
    for (const name of ['customerName', 'email'] as const) {
      const message = added.fields[name]
      if (message) form.setError(name, { message })
    }
    setRefused(added.message)
  })
  return (
    <form
      noValidate
      method="post"
      aria-label="Add to the waitlist"
      onSubmit={(submit) => {
        if (isSubmitting) submit.preventDefault()
        else void add(submit)
      }}
    >
      <p>They go to the end of the line at once, without an email to confirm the address.</p>
      <TextField
        id="queue-name"
        label="Full name"
        error={errors.customerName?.message}
        required
        autoComplete="off"
        {...form.register('customerName')}
      />
      <TextField
        id="queue-email"
        label="Email"
        type="email"
        error={errors.email?.message}
        required
        autoComplete="off"
        {...form.register('email')}
      />
      {refused !== null && <Alert tone="bad" title={refused} />}
      <div className="button-row">
        <SubmitButton busy={isSubmitting}>Add</SubmitButton>
        <Button look="plain" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
