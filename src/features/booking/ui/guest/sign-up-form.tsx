/** The sign-up form on one page: you, in an emergency, your stay, pay (R1.1). */
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { SubmitButton, TextButton } from '#ui/button.tsx'
import { ErrorSummary, visit } from '#ui/error-summary.tsx'
import { TextField } from '#ui/field.tsx'
import { type CheckedForm, keepTyped, type Names, summaryIdOf, useCheckedForm } from '#ui/use-checked-form.ts'
import type { EventDetails } from '#features/events/contract/events.ts'
import { isLodgingMissing, type OfferedOption } from '#features/events/domain/offered-options.ts'
import { NEVER_TWICE } from './card-errors.ts'
import { CARD_NUMBER_ID, CardFields } from './card-fields.tsx'
import { Choices, CHOICES_ID, leftBeside } from './choices.tsx'
import { CodePart, useCode } from './code.tsx'
import { BringSomebody, loadCompanionsStep, useCompanions } from './companions.tsx'
import type { CardClient, PaymentsInfo } from './card-client.ts'
import { DetailInput, detailsOf, EmergencyStep, StayStep, Step } from './guest-form.tsx'
import { OutcomeAlert } from './sign-up-outcome.tsx'
import {
  EMPTY_SIGN_UP,
  type Household,
  LODGING_MISSING,
  SIGN_UP_LABELS,
  signUpSchema,
  type SignUpInput,
  type SignUpValues,
} from './sign-up-values.ts'
import type { SignUpState } from './sign-up-machine.ts'
import type { SignUp } from './use-sign-up.ts'

interface SignUpFormProps {
  signUp: SignUp
  payments: PaymentsInfo
  event: Pick<EventDetails, 'cost' | 'takesCodes'> & { options: readonly OfferedOption[] }
  /** How many can come along at most. */
  most: number
  /** What the stay costs with what is chosen, and what is due today. */
  total: string
  /** The payment schedule, once more before the card; null: nothing is charged, and no card is asked for. */
  charge: ReactNode | null
  /** Names the sum: "Pay $450.00 deposit". */
  payLabel: string
  /** To the waitlist, where fewer spots are left than people come; null: there is none. */
  onWait: (() => void) | null
}

const PREFIX = 'sign-up'

const KeepCardBox = lazy(async () => ({
  default: await import('./keep-card-box.tsx').then(
    (part) => part.KeepCardBox,
    () => NoKeepCardBox,
  ),
}))

/** Its part did not come: nothing is kept of whom the words were not shown, also where a draft says so. */
function NoKeepCardBox({ signUp }: { signUp: SignUp }) {
  const keepNothing = useEffectEvent(() => signUp.keepCard(false))
  useEffect(() => keepNothing(), [])
  return null
}

const CompanionsStep = lazy(async () => ({ default: (await loadCompanionsStep()).CompanionsStep }))

/**
 * Its own frame and not `ApiForm`'s: a press here begins a payment of several calls, which goes on without the page
 * (docs/decisions/0075).
 */
export function SignUpForm({ signUp, event, charge, ...rest }: SignUpFormProps) {
  const { state } = signUp
  const problem = 'problem' in state ? state.problem : null
  const busy = state.at === 'paying'
  const draft = 'draft' in state ? state.draft : null
  const checked = useCheckedForm({
    prefix: PREFIX,
    schema: signUpSchema,
    values: signUp.typed() ?? EMPTY_SIGN_UP,
    labels: SIGN_UP_LABELS,
  })
  const { form, refused, setRefused, setErrors } = checked
  const { isValid, submitCount } = form.formState
  const check = (name: Names<SignUpInput>) => keepTyped(form, checked.check(name))
  const field = (name: Names<SignUpInput>) => keepTyped(form, checked.field(name))
  const [cardFilled, setCardFilled] = useState(false)
  const cardComplete = charge === null || cardFilled
  const { options } = event
  const { most } = rest
  const companions = useCompanions(signUp, options)
  const code = useCode(signUp, problem)
  const lodgingMissing = isLodgingMissing(options, signUp.picked)
  const isRestComplete = !lodgingMissing && companions.complete && code.problems.length === 0
  const outcome = useRef<HTMLDivElement>(null)
  const showErrors = useEffectEvent((fields: Record<string, string>) => {
    setErrors(fields)
    companions.setFound(
      Object.fromEntries(Object.entries(fields).filter(([path]) => path.startsWith('companions.'))),
    )
    const [first] = Object.keys(fields)
    if (first !== undefined) visit(`${PREFIX}-${first}`)
  })
  const keep = () => signUp.keepTyped(form.getValues())
  const keepAtOnce = useEffectEvent(keep)
  useEffect(() => keepAtOnce(), [])
  // A submit is counted once its errors are on the page.
  useEffect(() => {
    if (submitCount > 0) document.getElementById(summaryIdOf(PREFIX))?.focus()
  }, [submitCount])
  useEffect(() => {
    if (problem !== null) outcome.current?.focus()
    if (problem?.kind !== 'invalid' && problem?.kind !== 'choice_gone') return
    const { customerName: firstName, ...fields } = problem.fields
    showErrors(firstName === undefined ? fields : { firstName, ...fields })
  }, [problem])

  // A wallet brings the card.
  const [byWallet, setByWallet] = useState(false)
  /** What is typed where nothing is missing; else it is told what is. */
  const whole = async (card: 'typed' | 'of_wallet'): Promise<SignUpValues | null> => {
    let found: SignUpValues | null = null
    setByWallet(card === 'of_wallet')
    const complete = isRestComplete && (card === 'of_wallet' || cardComplete)
    await form.handleSubmit(
      (values) => {
        setRefused(!complete)
        if (complete && !busy) found = values
      },
      () => setRefused(true),
    )()
    return found
  }
  const send = async () => {
    const values = await whole('typed')
    if (values !== null) signUp.submit(values)
  }
  const wallet = {
    amount: signUp.priced.dueNow,
    keepCard: signUp.keepsCard && signUp.keptFor !== null,
    onPress: async () => (await whole('of_wallet')) !== null,
    onPay: async (client: CardClient) => {
      const values = await whole('of_wallet')
      if (values !== null) await signUp.payBy(client, values)
    },
  }
  const cardProblem = { id: CARD_NUMBER_ID, label: 'Card', message: 'Please complete it' }
  const problems = [
    ...(refused && lodgingMissing ? [LODGING_PROBLEM] : []),
    ...checked.problems.filter(({ id }) => YOU.has(id)),
    ...(refused ? companions.problems : []),
    ...checked.problems.filter(({ id }) => !YOU.has(id)),
    ...(refused ? code.problems : []),
    ...(refused && !cardComplete && !byWallet ? [cardProblem] : []),
  ]
  const ready = isValid && cardComplete && isRestComplete
  // For a second guest: what the first one has typed that both share (R31.4).
  const household = draft?.household
  const shareWith = (shared: Household) => {
    for (const [name, value] of Object.entries(shared))
      form.setValue(name as keyof Household, value, { shouldDirty: true, shouldTouch: true })
    keep()
    void form.trigger(Object.keys(shared) as (keyof Household)[])
  }

  return (
    <form
      noValidate
      method="post"
      className="sign-up"
      aria-label="Sign up"
      onChange={keep}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {problems.length > 0 && <ErrorSummary id={summaryIdOf(PREFIX)} problems={problems} />}
      {household && (
        <p className="note">
          From the same household?{' '}
          <TextButton onClick={() => shareWith(household)}>
            Use the same address and emergency contact
          </TextButton>{' '}
          They are kept in this tab alone, and are gone when you close it.
        </p>
      )}
      {options.length > 0 && (
        <Step title="Your choices">
          <Choices
            options={leftBeside(options, signUp, 0)}
            picked={signUp.picked}
            onPick={signUp.pick}
            closed={busy}
            error={refused && lodgingMissing ? LODGING_MISSING : null}
          />
          {signUp.companions.length === 0 && <output className="choices-sum">{rest.total}</output>}
        </Step>
      )}
      <YouStep field={field}>
        {!companions.shown && most > 0 && !busy && <BringSomebody onBring={companions.bring} />}
      </YouStep>
      {companions.shown && (
        <Suspense>
          <CompanionsStep
            signUp={signUp}
            companions={companions}
            options={options}
            most={most}
            total={rest.total}
            charged={charge !== null}
            refused={refused}
          />
        </Suspense>
      )}
      <EmergencyStep field={field} />
      <StayStep field={field} check={check} />
      <Step title={charge ? 'Pay' : 'Reserve'}>
        {(event.takesCodes || code.shown) && (
          <CodePart signUp={signUp} code={code} cost={event.cost} refused={refused} />
        )}
        {charge && (
          <>
            {charge}
            {/* Before the wallets: who presses one has seen it. */}
            {signUp.keptFor && (
              <Suspense>
                <KeepCardBox signUp={signUp} keptFor={signUp.keptFor} />
              </Suspense>
            )}
            <CardFields
              payments={rest.payments}
              wallet={wallet}
              declined={problem?.kind === 'declined' ? problem : null}
              onClient={signUp.setCardClient}
              onComplete={setCardFilled}
            />
            {rest.payments.scriptUrl !== null && (
              <p className="note">
                This is a demo and no money moves: the card 4242 4242 4242 4242 works with any future date and
                any CVC.
              </p>
            )}
          </>
        )}
        {problem && (
          <OutcomeAlert
            problem={problem}
            heldUntil={draft?.heldUntil ?? null}
            people={signUp.companions.length + 1}
            onWait={rest.onWait}
            ref={outcome}
          />
        )}
        <SubmitButton busy={busy} closed={!ready} describedBy="sign-up-closed" needsReact>
          {rest.payLabel}
        </SubmitButton>
        <p className="note" id="sign-up-closed">
          {pressHint(state.at, {
            ready,
            charged: charge !== null,
            tried: signUp.isHeld,
            people: signUp.companions.length + 1,
          })}
        </p>
      </Step>
    </form>
  )
}

const LODGING_PROBLEM = { id: CHOICES_ID, label: 'Lodging', message: LODGING_MISSING }

/** The ids of the fields of this step. */
const YOU = new Set(
  (['firstName', 'lastName', 'email', ...detailsOf('you')] as const).map((name) => `${PREFIX}-${name}`),
)

type YouStepProps = Pick<CheckedForm<SignUpInput>, 'field'> & { children: ReactNode }

function YouStep({ field, children }: YouStepProps) {
  return (
    <Step title="You">
      <div className="step-pair">
        <TextField {...field('firstName')} required autoComplete="given-name" />
        <TextField {...field('lastName')} required autoComplete="family-name" />
      </div>
      {detailsOf('you').map((name) =>
        name === 'phone' ? (
          <div key={name} className="step-pair">
            <TextField {...field('email')} required type="email" autoComplete="email" />
            <DetailInput name={name} field={field} />
          </div>
        ) : (
          <DetailInput key={name} name={name} field={field} />
        ),
      )}
      {children}
    </Step>
  )
}

/** What a press does, or what the button waits for. `tried`: a charge may have been made before. */
export function pressHint(
  at: SignUpState['at'],
  open: { ready: boolean; charged: boolean; tried: boolean; people: number },
): string {
  const { ready, charged, tried, people } = open
  if (at === 'paying') return 'One moment. Please keep this page open.'
  if (!ready)
    return charged
      ? 'The button opens once every required field and the card are filled in.'
      : 'The button opens once every required field is filled in.'
  if (!charged)
    return `Nothing to pay: one press and ${people === 1 ? 'the spot is' : 'all spots are'} yours.`
  // Only a decline tells that nothing was charged on a spot that is held.
  if (at === 'unsure' || (tried && at !== 'declined')) return NEVER_TWICE
  return 'Nothing is charged before you press.'
}
