/**
 * The sign-up form as a whole: whether it is complete, what is wrong, and what a press of its button sends.
 * The sign-up itself is in `use-sign-up.ts` and continues after the form is closed.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Problem, visit } from '#app/ui/alert.tsx'
import { callablePhone } from '#app/ui/callable-phone.ts'
import { type CheckedForm, summaryIdOf, useCheckedForm } from '#app/ui/checked-form.ts'
import { isLodgingMissing, type OfferedOption } from '#domain/events/domain/offered-options.ts'
import type { CardClient } from '#app/guest/payment/card-client.ts'
import { CARD_NUMBER_ID } from '#app/guest/payment/card-fields.tsx'
import { CHOICES_ID } from '#app/guest/details/choices.tsx'
import { useCode } from './use-code.ts'
import { type Companions, useCompanions } from './use-companions.ts'
import { detailsOf } from '#app/guest/details/guest-form.tsx'
import type { FormProblem } from './sign-up-machine.ts'
import {
  EMPTY_SIGN_UP,
  emptyFields,
  type Household,
  LODGING_MISSING,
  SIGN_UP_LABELS,
  SIGN_UP_REMEDIES,
  signUpSchema,
  type SignUpInput,
  type SignUpValues,
} from './sign-up-draft.ts'
import type { SignUp } from './use-sign-up.ts'

const { phone, emergencyContactPhone } = signUpSchema.shape
const checkedSchema = signUpSchema.extend({
  phone: callablePhone(phone),
  emergencyContactPhone: callablePhone(emergencyContactPhone),
})

const PREFIX = 'sign-up'
const SUMMARY_ID = summaryIdOf(PREFIX)

type Checked = CheckedForm<SignUpInput, SignUpValues>

/** Returns the state of the sign-up form. `charged` means that the guest must fill in a card. */
export function useSignUpForm(
  signUp: SignUp,
  { options, charged }: { options: readonly OfferedOption[]; charged: boolean },
) {
  const { state } = signUp
  const problem = 'problem' in state ? state.problem : null
  const checked = useCheckedForm({
    prefix: PREFIX,
    schema: checkedSchema,
    values: signUp.typedValues() ?? EMPTY_SIGN_UP,
    labels: SIGN_UP_LABELS,
    remedies: SIGN_UP_REMEDIES,
  })
  const { form, refused } = checked
  const [cardFilled, setCardFilled] = useState(false)
  const cardMissing = charged && !cardFilled
  const companions = useCompanions(signUp, options)
  const code = useCode(signUp, problem)
  const lodgingMissing = isLodgingMissing(options, signUp.chosenIds)
  // The form library knows nothing about options, companions and the discount code, so this line checks them.
  const isRestComplete = !lodgingMissing && companions.complete && code.problems.length === 0
  const keep = () => signUp.saveDraft(form.getValues())
  const keepAtOnce = useEffectEvent(keep)
  useEffect(() => keepAtOnce(), [])
  const outcome = useOutcomeShown(problem, checked, companions)
  const { byWallet, submit, wallet } = useWholeSubmit(signUp, checked, { isRestComplete, cardMissing })
  return {
    problem,
    refused,
    /** Ref of the message about the last attempt to sign up. */
    outcome,
    summaryId: SUMMARY_ID,
    /** All problems of the form after a failed submit, in page order. */
    problems: [
      ...(refused && lodgingMissing ? [LODGING_PROBLEM] : []),
      ...checked.problems.filter(isOfYou),
      ...(refused ? companions.problems : []),
      ...checked.problems.filter((found) => !isOfYou(found)),
      ...(refused ? code.problems : []),
      ...(refused && cardMissing && !byWallet ? [CARD_PROBLEM] : []),
    ],
    lodgingError: refused && lodgingMissing ? LODGING_MISSING : null,
    field: checked.field,
    check: checked.check,
    companions,
    code,
    ready: form.formState.isValid && !cardMissing && isRestComplete,
    /** What is still missing, in page order, whether or not the form shows it as an error. */
    missing: [
      ...(lodgingMissing ? [LODGING_PROBLEM.label] : []),
      ...emptyFields(signUp.typedValues() ?? EMPTY_SIGN_UP),
      ...companions.problems.map(({ label }) => label),
      ...(cardMissing ? [CARD_PROBLEM.label] : []),
    ],
    setCardFilled,
    setEmail: (email: string) => {
      form.setValue('email', email, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
      keep()
    },
    keep,
    submit,
    wallet,
    /** Fills in the answers that a second guest of the same household shares with the first guest (R31.4). */
    shareWith: (shared: Household) => {
      const names = Object.keys(shared) as (keyof Household)[]
      for (const name of names) form.setValue(name, shared[name], { shouldDirty: true, shouldTouch: true })
      keep()
      void form.trigger(names)
    },
  }
}

/**
 * Focuses what the guest must read next: the error summary, the result of an attempt, or the first field that
 * the server refused.
 */
function useOutcomeShown(problem: FormProblem | null, { form, setErrors }: Checked, companions: Companions) {
  const outcome = useRef<HTMLDivElement>(null)
  const { submitCount } = form.formState
  const showErrors = useEffectEvent((fields: Record<string, string>) => {
    setErrors(fields)
    companions.setFound(
      Object.fromEntries(Object.entries(fields).filter(([path]) => path.startsWith('companions.'))),
    )
    const [first] = Object.keys(fields)
    if (first !== undefined) visit(`${PREFIX}-${first}`)
  })
  // Focuses the list of errors after a failed submit. React Hook Form raises its count of submits when it
  // renders the errors.
  useEffect(() => {
    if (submitCount > 0) document.getElementById(SUMMARY_ID)?.focus()
  }, [submitCount])
  useEffect(() => {
    if (problem !== null) outcome.current?.focus()
    if (problem?.kind !== 'invalid' && problem?.kind !== 'choice_gone') return
    const { customerName: firstName, ...fields } = problem.fields
    showErrors(firstName === undefined ? fields : { firstName, ...fields })
  }, [problem])
  return outcome
}

/**
 * Handles a press of the sign-up button or of a wallet. Starts the sign-up if the form is complete. Otherwise
 * shows what is missing.
 */
function useWholeSubmit(
  signUp: SignUp,
  { form, setRefused }: Checked,
  { isRestComplete, cardMissing }: { isRestComplete: boolean; cardMissing: boolean },
) {
  // True if the guest pays by wallet. Empty card fields do not matter then.
  const [byWallet, setByWallet] = useState(false)
  const whole = async (card: 'typed' | 'of_wallet'): Promise<SignUpValues | null> => {
    let found: SignUpValues | null = null
    setByWallet(card === 'of_wallet')
    const complete = isRestComplete && (card === 'of_wallet' || !cardMissing)
    await form.handleSubmit(
      (values) => {
        setRefused(!complete)
        if (complete && signUp.state.at !== 'paying') found = values
      },
      () => setRefused(true),
    )()
    return found
  }
  return {
    byWallet,
    submit: async () => {
      const values = await whole('typed')
      if (values !== null) signUp.submit(values)
    },
    wallet: {
      amount: signUp.priced.dueNow,
      laterCharge: signUp.keepCard ? signUp.laterCharge : null,
      onPress: async () => (await whole('of_wallet')) !== null,
      onPay: async (client: CardClient) => {
        const values = await whole('of_wallet')
        if (values !== null) await signUp.payBy(client, values)
      },
    },
  }
}

const LODGING_PROBLEM = { id: CHOICES_ID, label: 'Lodging', message: LODGING_MISSING }
const CARD_PROBLEM = {
  id: CARD_NUMBER_ID,
  label: 'Card',
  message: 'Please enter number, expiration date and CVC',
}

/**
 * HTML ids of the fields in the step "You". In the error summary, their problems come before those of the
 * companions.
 */
const YOU = new Set(
  (['firstName', 'lastName', 'email', ...detailsOf('you')] as const).map((name) => `${PREFIX}-${name}`),
)

const isOfYou = ({ id }: Problem) => YOU.has(id)

export type SignUpForm = ReturnType<typeof useSignUpForm>
