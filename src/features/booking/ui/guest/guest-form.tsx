/** What the sign-up form and the final-details form are made of (R1.2). */
import { type ReactNode, useState } from 'react'
import { termsPath } from '#shared/links.ts'
import { TextButton } from '#ui/button.tsx'
import { CheckField, TextArea, TextField } from '#ui/field.tsx'
import type { ApiForm } from '#ui/use-api-form.ts'
import { useHydrated } from '#ui/use-hydrated.ts'
import type { DetailsInput } from './details-form.tsx'
import './guest-form.css'

/** The steps of a form are numbered in their order, for the eye alone. */
export function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="step">
      <legend className="step-title">
        <span className="step-number" aria-hidden="true" />
        <h3>{title}</h3>
      </legend>
      {children}
    </fieldset>
  )
}

type Fields = Pick<ApiForm<DetailsInput>, 'field' | 'check'>

export function EmergencyStep({ field }: Pick<Fields, 'field'>) {
  return (
    <Step title="Emergency contact">
      <p className="step-lead">Someone we can call who is not coming with you.</p>
      <div className="step-pair">
        <TextField {...field('emergencyContactName')} required autoComplete="off" />
        <TextField {...field('emergencyContactPhone')} required type="tel" autoComplete="off" />
      </div>
    </Step>
  )
}

export function StayStep({ field, check }: Fields) {
  return (
    <Step title="Your stay">
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

interface LoadButtonProps {
  load: () => Promise<unknown>
  onLoaded: () => void
  children: ReactNode
}

/** Opens a part of the form that is loaded first. */
export function LoadButton({ load, onLoaded, children }: LoadButtonProps) {
  const started = useHydrated()
  const [failed, setFailed] = useState(false)
  return (
    <>
      <TextButton disabled={!started} onClick={() => void load().then(onLoaded, () => setFailed(true))}>
        {children}
      </TextButton>
      {failed && <span role="alert"> That did not load. Please check your connection and press again.</span>}
    </>
  )
}
