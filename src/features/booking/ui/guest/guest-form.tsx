/** The steps that the sign-up form and the final-details form share (R1.2). */
import type { ReactNode } from 'react'
import { termsPath } from '#shared/links.ts'
import { CheckField, TextArea, TextField } from '#ui/field.tsx'
import type { ApiForm } from '#ui/use-api-form.ts'
import type { DetailsInput } from './details-form.tsx'
import './guest-form.css'

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

interface DetailsStepProps extends Pick<ApiForm<DetailsInput>, 'field' | 'check'> {
  /** How many steps stand before them. */
  after?: number
}

export function EmergencyStep({ field, after = 0 }: Pick<DetailsStepProps, 'field' | 'after'>) {
  return (
    <Step number={after + 2} title="Emergency contact">
      <p className="step-lead">Someone we can call who is not coming with you.</p>
      <div className="step-pair">
        <TextField {...field('emergencyContactName')} required autoComplete="off" />
        <TextField {...field('emergencyContactPhone')} required type="tel" autoComplete="off" />
      </div>
    </Step>
  )
}

export function StayStep({ field, check, after = 0 }: DetailsStepProps) {
  return (
    <Step number={after + 3} title="Your stay">
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
        <a href={termsPath} target="_blank" rel="noreferrer">
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
