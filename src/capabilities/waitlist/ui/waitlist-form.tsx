/** The waitlist form of a full event: first name, last name, email (SPEC section 5). */
import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Call } from '../../../shared/client.ts'
import { fullName, nameFields } from '../../../shared/fields.ts'
import { SubmitButton } from '../../../shared/ui/button.tsx'
import { TextField } from '../../../shared/ui/field.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { createWaitlist } from '../contract.ts'
import './waitlist-form.css'

const waitlistSchema = createWaitlist
  .body!.shape.waitlistData.omit({ customerName: true, eventId: true })
  .extend(nameFields)

type WaitlistValues = z.output<typeof waitlistSchema>

interface WaitlistFormProps {
  eventId: number
  call: Call
  /** What is known already, say from a sign-up for which the last spot went. */
  known?: WaitlistValues
  /** The event is not full any more. */
  onSpotFree: () => void
}

type Ending =
  { kind: 'joined'; email: string; position: number | null } | { kind: 'refused'; message: string }

export function WaitlistForm({ eventId, call, known, onSpotFree }: WaitlistFormProps) {
  const [ending, setEnding] = useState<Ending | null>(null)
  const form = useForm({
    resolver: zodResolver(waitlistSchema),
    mode: 'onTouched',
    defaultValues: known ?? { firstName: '', lastName: '', email: '' },
  })
  const { errors, isSubmitting } = form.formState

  const join = form.handleSubmit(async (values) => {
    if (isSubmitting) return
    const joined = await call(createWaitlist, {
      body: { waitlistData: { customerName: fullName(values), email: values.email, eventId } },
    })
    if (joined.ok) return setEnding({ kind: 'joined', email: values.email, position: joined.data.position })
    setEnding({ kind: 'refused', message: joined.message })
    if (joined.code === 'event_not_full') onSpotFree()
  })

  if (ending?.kind === 'joined') {
    return (
      <Notice tone="good" title="Thank you, you are on the waitlist.">
        <p>
          {ending.position !== null && <>You are number {ending.position} in line. </>}
          We write to {ending.email} as soon as a spot comes free for you, and hold it for a day. Nothing to
          pay until then.
        </p>
      </Notice>
    )
  }
  const field = (name: keyof WaitlistValues, label: string) => ({
    id: `waitlist-${name}`,
    label,
    error: errors[name]?.message,
    required: true,
    ...form.register(name),
  })
  return (
    <form
      noValidate
      method="post"
      className="waitlist"
      aria-label="Join the waitlist"
      onSubmit={(event) => void join(event)}
    >
      <TextField {...field('firstName', 'First name')} autoComplete="given-name" />
      <TextField {...field('lastName', 'Last name')} autoComplete="family-name" />
      <TextField {...field('email', 'Email')} type="email" autoComplete="email" />
      {ending?.kind === 'refused' && <Notice tone="bad" title={ending.message} />}
      <SubmitButton busy={isSubmitting}>Join the waitlist</SubmitButton>
    </form>
  )
}
