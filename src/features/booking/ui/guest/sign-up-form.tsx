/** The sign-up form on one page: you, in an emergency, your stay, pay (R1.1). */
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useForm, type FieldErrors, type Resolver } from 'react-hook-form'
import { SubmitButton } from '#ui/button.tsx'
import { CARD_NUMBER_ID, CardFields } from './card-fields.tsx'
import type { PaymentsInfo } from './card-script.ts'
import { ErrorSummary, type Problem, visit } from '#ui/error-summary.tsx'
import { OutcomeNotice } from './outcome-notice.tsx'
import { Step } from './details-steps.tsx'
import { fieldId, SignUpSteps } from './sign-up-steps.tsx'
import {
  EMPTY_SIGN_UP,
  SIGN_UP_LABELS,
  signUpSchema,
  type SignUpInput,
  type SignUpValues,
} from './sign-up-values.ts'
import type { SignUp, SignUpNotice } from './use-sign-up.ts'
import './sign-up.css'

interface SignUpFormProps {
  signUp: SignUp
  notice: SignUpNotice | null
  busy: boolean
  payments: PaymentsInfo
  /** The payment schedule, once more before the card; null: nothing is charged, and no card is asked for. */
  charge: ReactNode | null
  /** Names the sum: "Pay $450.00 deposit". */
  payWords: string
  termsHref: string
  contactEmail: string
}

// The schema is the endpoint's: consents are literally true there, and boxes that may be empty here.
const resolver = zodResolver(signUpSchema) as unknown as Resolver<SignUpInput, unknown, SignUpValues>

export function SignUpForm({ signUp, notice, busy, charge, ...rest }: SignUpFormProps) {
  const form = useForm<SignUpInput, unknown, SignUpValues>({
    resolver,
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues: signUp.typed() ?? EMPTY_SIGN_UP,
  })
  const { errors, isValid } = form.formState
  const [cardComplete, setCardComplete] = useState(charge === null)
  const [refusals, setRefusals] = useState(0)
  const summary = useRef<HTMLDivElement>(null)
  const outcome = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (refusals > 0) summary.current?.focus()
  }, [refusals])
  useEffect(() => {
    if (notice !== null) outcome.current?.focus()
    if (notice?.kind !== 'invalid') return
    for (const [name, message] of Object.entries(notice.fields)) {
      const field = name === 'customerName' ? 'firstName' : name
      if (field in SIGN_UP_LABELS) form.setError(field as keyof SignUpInput, { message })
    }
  }, [notice, form])

  const refuse = () => setRefusals(refusals + 1)
  const send = form.handleSubmit((values) => {
    if (busy) return
    if (!cardComplete) return refuse()
    setRefusals(0)
    void signUp.submit(values)
  }, refuse)
  // A field that has been put right leaves the summary at once.
  const problems = refusals > 0 ? problemsOf(errors, cardComplete) : []

  return (
    <form
      noValidate
      method="post"
      className="sign-up"
      aria-label="Sign up"
      onChange={() => signUp.keepTyped(form.getValues())}
      onSubmit={(event) => void send(event)}
    >
      {problems.length > 0 && <ErrorSummary problems={problems} ref={summary} onVisit={visit} />}
      <SignUpSteps register={form.register} errors={errors} termsHref={rest.termsHref} />
      <Step number={4} title={charge ? 'Pay' : 'Reserve'}>
        {charge && (
          <>
            {charge}
            <CardFields
              payments={rest.payments}
              declined={notice?.kind === 'declined' ? notice : null}
              onTill={signUp.setTill}
              onComplete={setCardComplete}
            />
            {rest.payments.scriptUrl !== null && (
              <p className="note">
                This is a demo and no money moves: the card 4242 4242 4242 4242 works with any future date and
                any CVC.
              </p>
            )}
          </>
        )}
        {notice && <OutcomeNotice notice={notice} contactEmail={rest.contactEmail} ref={outcome} />}
        <SubmitButton busy={busy} closed={!isValid || !cardComplete} describedBy="sign-up-closed">
          {rest.payWords}
        </SubmitButton>
        <p className="note" id="sign-up-closed">
          {isValid && cardComplete ? openWords(charge !== null) : closedWords(charge !== null)}
        </p>
      </Step>
    </form>
  )
}

function problemsOf(errors: FieldErrors<SignUpInput>, cardComplete: boolean): Problem[] {
  const names = Object.keys(SIGN_UP_LABELS) as (keyof SignUpInput)[]
  const found = names.flatMap((name) => {
    const message = errors[name]?.message
    return message ? [{ id: fieldId(name), label: SIGN_UP_LABELS[name], message }] : []
  })
  if (!cardComplete) found.push({ id: CARD_NUMBER_ID, label: 'Card', message: 'Please complete it' })
  return found
}

function openWords(charged: boolean): string {
  return charged ? 'Nothing is charged before you press.' : 'Nothing to pay: one press and the spot is yours.'
}

function closedWords(charged: boolean): string {
  return charged
    ? 'The button opens once every required field and the card are filled in.'
    : 'The button opens once every required field is filled in.'
}
