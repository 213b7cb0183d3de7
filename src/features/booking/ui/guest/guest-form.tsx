/** What the sign-up form and the final-details form share: the frame with its error summary, and the steps (R1.2). */
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState, type ReactNode, type Ref, type SubmitEventHandler } from 'react'
import {
  get,
  useForm,
  type DefaultValues,
  type FieldError,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormRegisterReturn,
} from 'react-hook-form'
import { keepTyped } from '#ui/keep-typed.ts'
import { ErrorSummary, visit, type Problem } from '#ui/error-summary.tsx'
import { CheckField, TextArea, TextField } from '#ui/field.tsx'
import type { DetailsInput } from './details-values.ts'
import { SIGN_UP_LABELS, SIGN_UP_NAMES, type SignUpInput } from './sign-up-values.ts'
import './guest-form.css'

type Field = keyof SignUpInput

interface GuestFormOptions<Input> {
  /** What the ids of the fields begin with. */
  prefix: string
  /** The endpoint's own: consents are literally true there, and boxes that may be empty here. */
  schema: Parameters<typeof zodResolver>[0]
  /** The values that the form begins with. */
  values: Input
}

/** A guest's form, whose fields are some of the sign-up's. */
export function useGuestForm<Input extends FieldValues & Partial<SignUpInput>, Output>({
  prefix,
  schema,
  values,
}: GuestFormOptions<Input>) {
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(schema) as unknown as Resolver<Input, unknown, Output>,
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: values as DefaultValues<Input>,
  })
  const { errors, submitCount } = form.formState
  const [refused, setRefused] = useState(false)
  const summary = useRef<HTMLDivElement>(null)
  // It counts a submit once its errors are on the page.
  useEffect(() => {
    if (submitCount > 0) summary.current?.focus()
  }, [submitCount])

  const idOf = (name: Field) => `${prefix}-${name}`
  const errorOf = (name: Field) => (get(errors, name) as FieldError | undefined)?.message
  const check = (name: keyof Input & Field) => ({
    id: idOf(name),
    error: errorOf(name),
    ...keepTyped(form, form.register(name as string as Path<Input>)),
  })
  return {
    form,
    check,
    field: (name: keyof Input & Field) => ({ label: SIGN_UP_LABELS[name], ...check(name) }),
    /** What a refused submit found. A field that has been put right leaves it at once. */
    problems: SIGN_UP_NAMES.flatMap((name): Problem[] => {
      const message = refused && errorOf(name)
      return message ? [{ id: idOf(name), label: SIGN_UP_LABELS[name], message }] : []
    }),
    summary,
    refused,
    setRefused,
    /** What the server found. */
    setErrors: (fields: Record<string, string>) => {
      for (const [name, message] of Object.entries(fields))
        if (name in values) form.setError(name as Path<Input>, { message })
    },
  }
}

interface GuestFormProps {
  label: string
  problems: Problem[]
  summary: Ref<HTMLDivElement>
  /** Called with each change. */
  onTyped: () => void
  onSubmit: SubmitEventHandler<HTMLFormElement>
  children: ReactNode
}

export function GuestForm({ label, problems, summary, onTyped, onSubmit, children }: GuestFormProps) {
  return (
    <form
      noValidate
      method="post"
      className="sign-up"
      aria-label={label}
      onChange={onTyped}
      onSubmit={onSubmit}
    >
      {problems.length > 0 && <ErrorSummary problems={problems} ref={summary} onVisit={visit} />}
      {children}
    </form>
  )
}

export function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <fieldset className="step">
      <legend className="step-title">
        <span className="step-number" aria-hidden="true">
          {number}
        </span>
        <h3>{title}</h3>
      </legend>
      {children}
    </fieldset>
  )
}

type Registered = UseFormRegisterReturn & { id: string; error: string | undefined }

interface DetailsStepProps {
  /** A field as its form registers it. */
  field: (name: keyof DetailsInput) => Registered & { label: string }
  /** A box to tick likewise. */
  check: (name: keyof DetailsInput) => Registered
  /** The Terms of Stay, which the safety consent agrees to. */
  termsHref: string
}

export function EmergencyStep({ field }: Pick<DetailsStepProps, 'field'>) {
  return (
    <Step number={2} title="Emergency contact">
      <p className="step-lead">Someone we can call who is not coming with you.</p>
      <div className="step-pair">
        <TextField {...field('emergencyContactName')} required autoComplete="off" />
        <TextField {...field('emergencyContactPhone')} required type="tel" autoComplete="off" />
      </div>
    </Step>
  )
}

export function StayStep({ field, check, termsHref }: DetailsStepProps) {
  return (
    <Step number={3} title="Your stay">
      <TextArea
        {...field('foodAllergies')}
        required
        autoComplete="off"
        hint="Please be specific, or write 'None'. The kitchen reads this."
      />
      <TextArea
        {...field('medicalConditions')}
        required
        autoComplete="off"
        hint="Please be specific, or write 'None'. Town is far, so we plan ahead."
      />
      <TextArea {...field('otherInformation')} autoComplete="off" />
      <CheckField {...check('safetyConsent')} required>
        <strong>Safety consent.</strong> I take part at my own risk, waive claims for accidents that belong to
        a working ranch, and agree to the{' '}
        <a href={termsHref} target="_blank" rel="noreferrer">
          Terms of Stay<span className="visually-hidden"> (opens in a new tab)</span>
        </a>
        .
      </CheckField>
      <CheckField {...check('photoConsent')}>
        <strong>Photo consent.</strong> You may use photos that I am in.{' '}
        <span className="field-optional">(optional)</span>
      </CheckField>
      <p className="note">All of this is deleted after the event.</p>
    </Step>
  )
}
