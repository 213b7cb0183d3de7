/**
 * The sign-up form as one, with the choices beside its fields: whether it is whole, its problems, and what a press sends. The sign-up
 * itself, which outlives the form, is `use-sign-up.ts`; the values and their schema are `sign-up-draft.ts`.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Problem, visit } from '#ui/alert.tsx'
import { type CheckedForm, summaryIdOf, useCheckedForm } from '#ui/use-checked-form.ts'
import { isLodgingMissing, type OfferedOption } from '#features/events/domain/offered-options.ts'
import type { CardClient } from './card-client.ts'
import { CARD_NUMBER_ID } from './card-fields.tsx'
import { CHOICES_ID } from './choices.tsx'
import { useCode } from './use-code.ts'
import { type Companions, useCompanions } from './use-companions.ts'
import { detailsOf } from './guest-form.tsx'
import type { FormProblem } from './sign-up-machine.ts'
import {
  EMPTY_SIGN_UP,
  type Household,
  LODGING_MISSING,
  SIGN_UP_LABELS,
  signUpSchema,
  type SignUpInput,
  type SignUpValues,
} from './sign-up-draft.ts'
import type { SignUp } from './use-sign-up.ts'

const PREFIX = 'sign-up'
const SUMMARY_ID = summaryIdOf(PREFIX)

type Checked = CheckedForm<SignUpInput, SignUpValues>

/** `charged`: a card is asked for, which has to be complete as well. */
export function useSignUpForm(
  signUp: SignUp,
  { options, charged }: { options: readonly OfferedOption[]; charged: boolean },
) {
  const { state } = signUp
  const problem = 'problem' in state ? state.problem : null
  const checked = useCheckedForm({
    prefix: PREFIX,
    schema: signUpSchema,
    values: signUp.typed() ?? EMPTY_SIGN_UP,
    labels: SIGN_UP_LABELS,
  })
  const { form, refused } = checked
  const [cardFilled, setCardFilled] = useState(false)
  const cardMissing = charged && !cardFilled
  const companions = useCompanions(signUp, options)
  const code = useCode(signUp, problem)
  const lodgingMissing = isLodgingMissing(options, signUp.picked)
  // Choices, companions and code stand beside the form's own fields.
  const isRestComplete = !lodgingMissing && companions.complete && code.problems.length === 0
  const keep = () => signUp.saveDraft(form.getValues())
  const keepAtOnce = useEffectEvent(keep)
  useEffect(() => keepAtOnce(), [])
  const outcome = useOutcomeShown(problem, checked, companions)
  const { byWallet, submit, wallet } = useWholeSubmit(signUp, checked, { isRestComplete, cardMissing })
  return {
    problem,
    refused,
    /** The place of the message about the last try. */
    outcome,
    summaryId: SUMMARY_ID,
    /** The problems that a refused submit found, in the order of the page. */
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
    /** Nothing is missing any more. */
    ready: form.formState.isValid && !cardMissing && isRestComplete,
    setCardFilled,
    keep,
    submit,
    wallet,
    /** For a second guest: what the first one has typed that both share (R31.4). */
    shareWith: (shared: Household) => {
      const names = Object.keys(shared) as (keyof Household)[]
      for (const name of names) form.setValue(name, shared[name], { shouldDirty: true, shouldTouch: true })
      keep()
      void form.trigger(names)
    },
  }
}

/** Leads to what was found: the summary after a refused submit, else the outcome of a try, and the first field that the server refused. */
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
  // A submit is counted once its errors are on the page.
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

/** A press of the button or of a wallet, which goes on where nothing is missing; else what is missing is told. */
function useWholeSubmit(
  signUp: SignUp,
  { form, setRefused }: Checked,
  { isRestComplete, cardMissing }: { isRestComplete: boolean; cardMissing: boolean },
) {
  // A wallet brings the card.
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
      keepCard: signUp.keepCard && signUp.laterCharge !== null,
      onPress: async () => (await whole('of_wallet')) !== null,
      onPay: async (client: CardClient) => {
        const values = await whole('of_wallet')
        if (values !== null) await signUp.payBy(client, values)
      },
    },
  }
}

const LODGING_PROBLEM = { id: CHOICES_ID, label: 'Lodging', message: LODGING_MISSING }
const CARD_PROBLEM = { id: CARD_NUMBER_ID, label: 'Card', message: 'Please complete it' }

/** The ids of the fields of the step "You", which stands before whoever comes along. */
const YOU = new Set(
  (['firstName', 'lastName', 'email', ...detailsOf('you')] as const).map((name) => `${PREFIX}-${name}`),
)

const isOfYou = ({ id }: Problem) => YOU.has(id)

export type SignUpForm = ReturnType<typeof useSignUpForm>
