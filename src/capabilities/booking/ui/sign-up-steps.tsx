/** The first three steps of the sign-up form: you, in an emergency, your stay (SPEC section 5). */
import type { ReactNode } from 'react'
import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { CheckField, TextArea, TextField } from '../../../shared/ui/field.tsx'
import { SIGN_UP_LABELS, type SignUpInput } from './sign-up-values.ts'

interface StepsProps {
  register: UseFormRegister<SignUpInput>
  errors: FieldErrors<SignUpInput>
  /** The Terms of Stay, which the safety consent agrees to. */
  termsHref: string
}

/** The id of a field, where the error summary leads. */
export const fieldId = (name: keyof SignUpInput) => `sign-up-${name}`

export function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <fieldset className="step">
      <legend className="step-title">
        <span className="step-number" aria-hidden="true">
          {number}
        </span>
        {title}
      </legend>
      {children}
    </fieldset>
  )
}

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
      <Step number={2} title="In an emergency">
        <p className="step-lead">Someone we can call who is not coming with you.</p>
        <div className="step-pair">
          <TextField {...field('emergencyContactName')} required autoComplete="off" />
          <TextField {...field('emergencyContactPhone')} required type="tel" autoComplete="off" />
        </div>
      </Step>
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
          <strong>Safety consent.</strong> I take part at my own risk, waive claims for accidents that belong
          to a working ranch, and agree to the{' '}
          <a href={termsHref} target="_blank" rel="noreferrer">
            Terms of Stay<span className="unseen"> (opens in a new tab)</span>
          </a>
          .
        </CheckField>
        <CheckField {...check('photoConsent')}>
          <strong>Photo consent.</strong> You may use photos that I am in.{' '}
          <span className="field-optional">(optional)</span>
        </CheckField>
        <p className="note">All of this is deleted after the event.</p>
      </Step>
    </>
  )
}
