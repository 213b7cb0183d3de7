/** The steps and fields that the sign-up form and the final-details form share (R1.2). */
import { type ReactNode, useState } from 'react'
import { DETAIL_KINDS, GUEST_DETAILS, type GuestDetail, REQUIRED_DETAILS } from '#shared/guest-details.ts'
import { termsPath } from '#shared/links.ts'
import { TextButton } from '#app/ui/button.tsx'
import { loadPhones } from '#app/ui/callable-phone.ts'
import { CheckField, TextArea, TextField } from '#app/ui/field.tsx'
import type { FormState } from '#app/ui/form.tsx'
import type { DetailsInput } from '#app/public/sign-up/sign-up-draft.ts'

/** Renders a numbered step of a form. Screen readers skip the number. */
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

interface Asked {
  step: 'you' | 'emergency' | 'stay'
  autoComplete?: string
  hint?: string
}

/**
 * The question for each detail of a guest. Within a step, the questions follow the order of `GUEST_DETAILS`.
 */
const ASKED: Record<GuestDetail, Asked> = {
  nickname: { step: 'you', autoComplete: 'nickname', hint: 'What we should call you.' },
  phone: { step: 'you', autoComplete: 'tel' },
  address: { step: 'you', autoComplete: 'street-address' },
  emergencyContactName: { step: 'emergency' },
  emergencyContactPhone: { step: 'emergency' },
  foodAllergies: { step: 'stay', hint: 'Please be specific, or write “None”.' },
  medicalConditions: { step: 'stay', hint: 'Please be specific, or write “None”.' },
  otherInformation: { step: 'stay' },
}

export const detailsOf = (step: Asked['step']) => GUEST_DETAILS.filter((name) => ASKED[name].step === step)

type Fields = Pick<FormState<DetailsInput>, 'field' | 'check'>
type StepProps = Pick<Fields, 'field'>

const isRequired = (name: GuestDetail) => REQUIRED_DETAILS.some((required) => required === name)

export function DetailInput({ name, field }: StepProps & { name: GuestDetail }) {
  const { autoComplete = 'off', hint } = ASKED[name]
  const props = { ...field(name), required: isRequired(name), autoComplete, hint }
  if (DETAIL_KINDS[name] === 'lines') return <TextArea {...props} rows={2} />
  if (DETAIL_KINDS[name] !== 'phone') return <TextField {...props} />
  return <TextField {...props} type="tel" onFocus={() => void loadPhones().catch(() => null)} />
}

export function EmergencyStep({ field }: StepProps) {
  return (
    <Step title="Emergency contact">
      <p className="step-lead">Someone we can call who is not coming with you.</p>
      {detailsOf('emergency').map((name) => (
        <DetailInput key={name} name={name} field={field} />
      ))}
    </Step>
  )
}

export function StayStep({ field, check }: Fields) {
  return (
    <Step title="Your stay">
      <p className="step-lead">
        We ask about food so that the kitchen can cook for you, and about health because a hospital is far and
        we want to be ready. We delete your answers after the event.
      </p>
      {detailsOf('stay').map((name) => (
        <DetailInput key={name} name={name} field={field} />
      ))}
      <CheckField {...check('safetyConsent')} required>
        <strong>Safety consent.</strong> I take part at my own risk, won’t make claims for accidents that can
        happen on a working ranch, and agree to the{' '}
        <a href={termsPath} target="_blank" rel="noreferrer">
          Terms of Stay<span className="visually-hidden"> (opens in a new tab)</span>
        </a>
        .
      </CheckField>
      <CheckField {...check('photoConsent')}>
        <strong>Photo consent.</strong> You may use photos that I am in.{' '}
        <span className="field-optional">(optional)</span>
      </CheckField>
    </Step>
  )
}

interface LoadButtonProps {
  load: () => Promise<unknown>
  onLoaded: () => void
  children: ReactNode
}

/** Renders a button that loads the code of an optional part of the form, and then opens this part. */
export function LoadButton({ load, onLoaded, children }: LoadButtonProps) {
  const [failed, setFailed] = useState(false)
  return (
    <>
      <TextButton onClick={() => void load().then(onLoaded, () => setFailed(true))}>{children}</TextButton>
      {failed && <span role="alert"> That did not load. Please check your connection and press again.</span>}
    </>
  )
}
