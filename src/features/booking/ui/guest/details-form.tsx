/** The final-details form of the guest's page (R8.3): you, in an emergency, your stay. */
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState } from 'react'
import { useForm, type FieldErrors, type Resolver } from 'react-hook-form'
import { SubmitButton, TextButton } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import type { FinalDetailsInput } from '#features/booking/contract/reservation.ts'
import { EmergencyStep, StayStep, Step } from './details-steps.tsx'
import { DETAILS_LABELS, DETAILS_NAMES, detailsSchema, type DetailsInput } from './details-values.ts'
import { ErrorSummary, type Problem, visit } from '#ui/error-summary.tsx'
import './sign-up.css'

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

const fieldId = (name: keyof DetailsInput) => `details-${name}`

// The schema is the endpoint's: the consent is literally true there, and a box that may be empty here.
const resolver = zodResolver(detailsSchema) as unknown as Resolver<DetailsInput, unknown, FinalDetailsInput>

export function DetailsForm({ values, onTyped, onSend, onClose, termsHref }: DetailsFormProps) {
  const form = useForm<DetailsInput, unknown, FinalDetailsInput>({
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: values,
  })
  const { errors, isSubmitting, submitCount } = form.formState
  const [refused, setRefused] = useState(false)
  const [failure, setFailure] = useState<DetailsFailure | null>(null)
  const summary = useRef<HTMLDivElement>(null)
  const ending = useRef<HTMLDivElement>(null)
  // It counts a submit once its errors are on the page.
  useEffect(() => {
    if (submitCount > 0) summary.current?.focus()
  }, [submitCount])
  useEffect(() => {
    if (failure !== null) ending.current?.focus()
  }, [failure])

  const refuse = () => {
    setFailure(null)
    setRefused(true)
  }
  const send = form.handleSubmit(async (details) => {
    setRefused(false)
    setFailure(null)
    const failed = await onSend(details)
    setFailure(failed)
    for (const name of DETAILS_NAMES) {
      const message = failed?.fields[name]
      if (message) form.setError(name, { message })
    }
  }, refuse)

  const check = (name: keyof DetailsInput) => ({
    id: fieldId(name),
    error: errors[name]?.message,
    ...form.register(name),
  })
  const field = (name: keyof DetailsInput) => ({ label: DETAILS_LABELS[name], ...check(name) })
  // A field that has been put right leaves the summary at once.
  const problems = refused ? problemsOf(errors) : []
  return (
    <form
      noValidate
      method="post"
      className="sign-up"
      aria-label="Your details"
      onChange={() => onTyped(form.getValues())}
      onSubmit={(event) => (isSubmitting ? event.preventDefault() : void send(event))}
    >
      {problems.length > 0 && <ErrorSummary problems={problems} ref={summary} onVisit={visit} />}
      <Step number={1} title="You">
        <TextField {...field('nickname')} autoComplete="nickname" hint="What we should call you." />
        <TextField {...field('phone')} required type="tel" autoComplete="tel" />
        <TextArea {...field('address')} required autoComplete="street-address" />
      </Step>
      <EmergencyStep field={field} />
      <StayStep field={field} check={check} termsHref={termsHref} />
      {failure && (
        <Notice tone="bad" title={failureTitle(failure)} ref={ending}>
          <p>What you typed is kept. {failure.unreachable && 'Check your connection and press again.'}</p>
        </Notice>
      )}
      <p className="button-row">
        <SubmitButton busy={isSubmitting}>Save your details</SubmitButton>
        {onClose && <TextButton onClick={onClose}>Leave them as they are</TextButton>}
      </p>
    </form>
  )
}

const failureTitle = ({ unreachable, message }: DetailsFailure) =>
  unreachable ? 'We could not reach the ranch.' : message

function problemsOf(errors: FieldErrors<DetailsInput>): Problem[] {
  return DETAILS_NAMES.flatMap((name) => {
    const message = errors[name]?.message
    return message ? [{ id: fieldId(name), label: DETAILS_LABELS[name], message }] : []
  })
}
