/** The waitlist form of a full event: first name, last name, e-mail (R7.1) and number of spots (R39.7). */
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { MOST_IN_PARTY } from '#domain/booking/domain/party.ts'
import type { Failed } from '#shared/client.ts'
import { fullName, nameFields } from '#shared/fields.ts'
import { plural } from '#shared/text.ts'
import { Alert } from '#app/ui/alert.tsx'
import { useCall } from '#app/ui/api.tsx'
import { Button, SubmitButton } from '#app/ui/button.tsx'
import { EmailField } from '#app/ui/email-field.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { sessionDraft } from '#app/ui/draft.ts'
import { useHydrated } from '#app/ui/tab-store.ts'
import { createWaitlist, wantedTyped } from '#domain/booking/waitlist/contract/entries.ts'
import { Text, Verbatim } from '#app/ui/text.tsx'

const waitlistSchema = createWaitlist
  .body!.shape.waitlistData.omit({ customerName: true, eventId: true, size: true })
  .extend({ ...nameFields, size: wantedTyped() })

type WaitlistValues = z.input<typeof waitlistSchema>

const EMPTY: WaitlistValues = { firstName: '', lastName: '', email: '', size: '1' }

interface WaitlistFormProps {
  eventId: number
  /** The number of the event's spots. A waitlist entry can want at most this number. */
  spots: number
  initial?: Partial<WaitlistValues>
  /** Opens the sign-up form, because the server says that the event is no longer full. */
  onSpotFree: () => void
}

/**
 * Renders the waitlist form. After a reload, restores the typed values or the confirmation. Text typed before
 * React started is kept too.
 */
export function WaitlistForm({ eventId, spots, initial, onSpotFree }: WaitlistFormProps) {
  const call = useCall()
  const started = useHydrated()
  const [kept] = useState(() => entryDraft(eventId).read())
  const [joined, setJoined] = useState(kept?.stage === 'joined' ? kept : null)
  const [failed, setFailed] = useState<Failed<string> | null>(null)
  const typed = kept?.stage === 'typing' ? kept.values : EMPTY
  const form = useForm({
    resolver: zodResolver(waitlistSchema),
    mode: 'onTouched',
    defaultValues: initial ? { ...EMPTY, ...initial } : typed,
  })
  const { errors, isSubmitting } = form.formState

  const join = form.handleSubmit(async ({ email, size, ...names }) => {
    if (isSubmitting) return
    const done = await call(createWaitlist, {
      body: { waitlistData: { customerName: fullName(names), email, size, eventId } },
    })
    if (!done.ok) {
      setFailed(done)
      return
    }
    const entry: Joined = { stage: 'joined', email, size }
    entryDraft(eventId).save(entry)
    setJoined(entry)
  })

  // Only the browser knows that the visitor has joined the waitlist, so the server always renders the form.
  if (joined !== null && started) return <AlmostOnWaitlist joined={joined} />
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
      onChange={() => entryDraft(eventId).save({ stage: 'typing', values: form.getValues() })}
      onSubmit={(event) => void join(event)}
    >
      <TextField {...field('firstName', 'First name')} autoComplete="given-name" />
      <TextField {...field('lastName', 'Last name')} autoComplete="family-name" />
      <EmailField
        {...field('email', 'Email')}
        autoComplete="email"
        onSuggested={(email) => {
          form.setValue('email', email, { shouldValidate: true })
          entryDraft(eventId).save({ stage: 'typing', values: form.getValues() })
        }}
      />
      {spots > 1 && <SelectField {...field('size', 'How many of you?')} options={sizesUpTo(spots)} />}
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

function sizesUpTo(spots: number): Record<string, string> {
  const others = Array.from({ length: Math.min(spots, MOST_IN_PARTY) - 1 }, (_, nth) => nth + 2)
  return { 1: 'Just me', ...Object.fromEntries(others.map((size) => [size, `${size} of us`])) }
}

/**
 * Asks the guest to press the button in the e-mail, which confirms their waitlist entry. The text does not
 * reveal whether the address is already on the waitlist.
 */
function AlmostOnWaitlist({ joined: { email, size } }: { joined: Joined }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus({ preventScroll: true }), [])
  return (
    <Alert tone="good" title="Thank you. One more step." ref={notice}>
      <p>
        We sent an email to <Verbatim>{email}</Verbatim>. Press the button in it to confirm your place. Give
        it a few minutes, and check your spam folder. Already on the waitlist? Then we don’t send another
        email, and you keep your place.
      </p>
      <p>
        <Text>
          {size === 1
            ? 'When a spot opens for you, we’ll email you and hold it for a day.'
            : `When ${plural(size, 'spot')} are free together, we’ll email you and hold them for a day.`}{' '}
          Nothing to pay until then.
        </Text>
      </p>
    </Alert>
  )
}

/** The state of the waitlist form in this tab's session storage, so that a reload loses nothing (R17.9). */
const draftSchema = z.union([
  z.object({
    stage: z.literal('typing'),
    // A draft that an older version of the site has saved lacks the number of spots (`size`).
    values: z.object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      size: z.string().default('1'),
    }),
  }),
  z.object({ stage: z.literal('joined'), email: z.string(), size: z.int().default(1) }),
])

export type EntryDraft = z.output<typeof draftSchema>
type Joined = Extract<EntryDraft, { stage: 'joined' }>

export const entryDraft = (eventId: number) => sessionDraft('waitlist', eventId, draftSchema)

/**
 * Clears the message that the guest has joined the waitlist, so that another guest can join. Keeps the values
 * of a form that is being filled in.
 */
export function forgetJoined(eventId: number): void {
  const draft = entryDraft(eventId)
  if (draft.read()?.stage === 'joined') draft.delete()
}
