/** The first three steps of the sign-up form: you, in an emergency, your stay (R1.2). */
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { TextArea, TextField } from '#ui/field.tsx'
import { EmergencyStep, Step, StayStep } from './details-steps.tsx'
import { SIGN_UP_LABELS, type SignUpInput } from './sign-up-values.ts'

interface StepsProps {
  register: UseFormRegister<SignUpInput>
  errors: FieldErrors<SignUpInput>
  /** The Terms of Stay, which the safety consent agrees to. */
  termsHref: string
}

/** The id of a field, where the error summary leads. */
export const fieldId = (name: keyof SignUpInput) => `sign-up-${name}`

export function SignUpSteps({ register, errors, termsHref }: StepsProps) {
  const field = (name: keyof SignUpInput) => ({
    id: fieldId(name),
    label: SIGN_UP_LABELS[name],
    error: errors[name]?.message,
    ...register(name),
  })
  const check = (name: keyof SignUpInput) => ({
    id: fieldId(name),
    error: errors[name]?.message,
    ...register(name),
  })
  return (
    <>
      <Step number={1} title="You">
        <div className="step-pair">
          <TextField {...field('firstName')} required autoComplete="given-name" />
          <TextField {...field('lastName')} required autoComplete="family-name" />
        </div>
        <TextField {...field('nickname')} autoComplete="nickname" hint="What we should call you." />
        <div className="step-pair">
          <TextField {...field('email')} required type="email" autoComplete="email" />
          <TextField {...field('phone')} required type="tel" autoComplete="tel" />
        </div>
        <TextArea {...field('address')} required autoComplete="street-address" />
      </Step>
      <EmergencyStep {...{ field, check, termsHref }} />
      <StayStep {...{ field, check, termsHref }} />
    </>
  )
}
