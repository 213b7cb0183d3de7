/** The final-details form of the guest's page (R8.3): you, in an emergency, your stay. */
import { useEffect, useRef, useState } from 'react'
import { SubmitButton, TextButton } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Alert } from '#ui/alert.tsx'
import { finalDetailsInput, type FinalDetailsInput } from '#features/booking/contract/reservation.ts'
import type { DetailsInput } from './details-values.ts'
import { EmergencyStep, GuestForm, StayStep, Step, useGuestForm } from './guest-form.tsx'

/** Why it was not saved. */
export interface DetailsFailure {
  message: string
  /** The site did not answer. */
  unreachable: boolean
  fields: Record<string, string>
}

interface DetailsFormProps {
  /** The values that the form begins with. */
  values: DetailsInput
  /** Called with each change, so that a reload finds it again. */
  onTyped: (typed: DetailsInput) => void
  /** Null: they are saved, and the form has done its work. */
  onSend: (details: FinalDetailsInput) => Promise<DetailsFailure | null>
  /** Back without saving; null while there is nothing to go back to. */
  onClose: (() => void) | null
  termsHref: string
}

export function DetailsForm({ values, onTyped, onSend, onClose, termsHref }: DetailsFormProps) {
  const { form, check, field, setRefused, setErrors, ...shown } = useGuestForm<
    DetailsInput,
    FinalDetailsInput
  >({
    prefix: 'details',
    schema: finalDetailsInput,
    values,
  })
  const { isSubmitting } = form.formState
  const [failure, setFailure] = useState<DetailsFailure | null>(null)
  const ending = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure !== null) ending.current?.focus()
  }, [failure])

  const restart = (refused: boolean) => {
    setFailure(null)
    setRefused(refused)
  }
  const send = form.handleSubmit(
    async (details) => {
      restart(false)
      const failed = await onSend(details)
      setFailure(failed)
      setErrors(failed?.fields ?? {})
    },
    () => restart(true),
  )
  return (
    <GuestForm
      {...shown}
      label="Your details"
      onTyped={() => onTyped(form.getValues())}
      onSubmit={(event) => (isSubmitting ? event.preventDefault() : void send(event))}
    >
      <Step number={1} title="You">
        <TextField {...field('nickname')} autoComplete="nickname" hint="What we should call you." />
        <TextField {...field('phone')} required type="tel" autoComplete="tel" />
        <TextArea {...field('address')} required autoComplete="street-address" />
      </Step>
      <EmergencyStep field={field} />
      <StayStep field={field} check={check} termsHref={termsHref} />
      {failure && (
        <Alert
          tone="bad"
          title={failure.unreachable ? 'We could not reach the ranch.' : failure.message}
          ref={ending}
        >
          <p>What you typed is kept. {failure.unreachable && 'Check your connection and press again.'}</p>
        </Alert>
      )}
      <p className="button-row">
        <SubmitButton busy={isSubmitting}>Save your details</SubmitButton>
        {onClose && <TextButton onClick={onClose}>Leave them as they are</TextButton>}
      </p>
    </GuestForm>
  )
}
