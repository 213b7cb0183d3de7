/** The waitlist form of a full event: first name, last name, email (R7.1). */
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import type { Failed } from '#shared/client.ts'
import { fullName, nameFields } from '#shared/fields.ts'
import { Button, SubmitButton } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Alert } from '#ui/alert.tsx'
import { useCall } from '#ui/api.tsx'
import { keepTyped } from '#ui/use-checked-form.ts'
import { useHydrated } from '#ui/use-hydrated.ts'
import { createWaitlist } from '../contract/entries.ts'
import { entryDraft, type Joined } from './entry-draft.ts'
import './waitlist-form.css'

const waitlistSchema = createWaitlist
  .body!.shape.waitlistData.omit({ customerName: true, eventId: true, size: true })
  .extend(nameFields)

type WaitlistValues = z.output<typeof waitlistSchema>

interface WaitlistFormProps {
  eventId: number
  /** Values that the form begins with, say from a sign-up for which the last spot went. */
  initial?: WaitlistValues
  /** Opens the sign-up instead: the event is not full any more. */
  onSpotFree: () => void
}

/** The waitlist form. What was typed, or who has joined, is there again after a reload, and what was typed before React came. */
export function WaitlistForm({ eventId, initial, onSpotFree }: WaitlistFormProps) {
  const call = useCall()
  const started = useHydrated()
  const [kept] = useState(() => entryDraft(eventId).read())
  const [joined, setJoined] = useState(kept?.stage === 'joined' ? kept : null)
  const [failed, setFailed] = useState<Failed<string> | null>(null)
  const typed = kept?.stage === 'typing' ? kept.values : { firstName: '', lastName: '', email: '' }
  const form = useForm({
    resolver: zodResolver(waitlistSchema),
    mode: 'onTouched',
    defaultValues: initial ?? typed,
  })
  const { errors, isSubmitting } = form.formState

  const join = form.handleSubmit(async (values) => {
    if (isSubmitting) return
    const done = await call(createWaitlist, {
      body: { waitlistData: { customerName: fullName(values), email: values.email, eventId } },
    })
    if (!done.ok) {
      setFailed(done)
      return
    }
    const entry: Joined = { stage: 'joined', email: values.email }
    entryDraft(eventId).keep(entry)
    setJoined(entry)
  })

  // The server does not know of it.
  if (joined !== null && started) return <AlmostInLine joined={joined} />
  const field = (name: keyof WaitlistValues, label: string) => ({
    id: `waitlist-${name}`,
    label,
    error: errors[name]?.message,
    required: true,
    ...keepTyped(form, form.register(name)),
  })
  return (
    <form
      noValidate
      method="post"
      className="waitlist"
      aria-label="Join the waitlist"
      onChange={() => entryDraft(eventId).keep({ stage: 'typing', values: form.getValues() })}
      onSubmit={(event) => void join(event)}
    >
      <TextField {...field('firstName', 'First name')} autoComplete="given-name" />
      <TextField {...field('lastName', 'Last name')} autoComplete="family-name" />
      <TextField {...field('email', 'Email')} type="email" autoComplete="email" />
      {failed && failed.code !== 'event_not_full' && <Alert tone="bad" title={failed.message} />}
      {failed?.code === 'event_not_full' && (
        <Alert tone="good" title={failed.message}>
          <Button look="plain" onClick={onSpotFree}>
            Sign up
          </Button>
        </Alert>
      )}
      <SubmitButton busy={isSubmitting} needsReact>
        Join the waitlist
      </SubmitButton>
    </form>
  )
}

/** The same words whether or not the address waits already: nobody learns it here. */
function AlmostInLine({ joined: { email } }: { joined: Joined }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus({ preventScroll: true }), [])
  return (
    <Alert tone="good" title="Thank you. One step is left." ref={notice}>
      <p>
        We have sent you an email: press the button in it to take your place. It goes to {email}; give it a
        few minutes, and check your spam folder. If you are already waiting, no email comes, and you keep your
        place.
      </p>
      <p>As soon as a spot opens for you, we email you and hold it for a day. Nothing to pay until then.</p>
    </Alert>
  )
}
