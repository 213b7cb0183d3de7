/** The sign-up form on one page: about you, emergency contact, your stay, payment (R1.1). */
import {
  type ComponentProps,
  Fragment,
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  type ReactNode,
} from 'react'
import { SubmitButton, TextButton } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/alert.tsx'
import { EmailField } from '#app/ui/email-field.tsx'
import { TextField } from '#app/ui/field.tsx'
import type { CheckedForm } from '#app/ui/checked-form.ts'
import type { EventDetails } from '#domain/events/contract/events.ts'
import type { OfferedOption } from '#domain/events/domain/offered-options.ts'
import { NEVER_TWICE } from '#app/guest/payment/card-errors.ts'
import { CardFields } from '#app/guest/payment/card-fields.tsx'
import { Choices, optionsLeftFor } from '#app/guest/details/choices.tsx'
import type { PaymentsInfo } from '#app/guest/payment/card-client.ts'
import {
  DetailInput,
  detailsOf,
  EmergencyStep,
  LoadButton,
  StayStep,
  Step,
} from '#app/guest/details/guest-form.tsx'
import { OutcomeAlert } from './sign-up-outcome.tsx'
import type { Household, SignUpInput } from './sign-up-draft.ts'
import type { SignUpState } from './sign-up-machine.ts'
import type { SignUp } from './use-sign-up.ts'
import { type SignUpForm as FormState, useSignUpForm } from './use-sign-up-form.ts'

interface SignUpFormProps {
  signUp: SignUp
  payments: PaymentsInfo
  event: Pick<EventDetails, 'cost' | 'takesCodes'> & { options: readonly OfferedOption[] }
  most: number
  total: string
  /** What the stay costs, which a phone shows again above the pay button. */
  price: ReactNode
  /** False if nothing is charged. The form then asks for no card. */
  charged: boolean
  payLabel: string
  /**
   * Opens the waitlist form if the event has too few spots left for the party. Null if the event has no
   * waitlist.
   */
  onWait: (() => void) | null
}

const SaveCardBox = lazy(async () => ({
  default: await import('#app/guest/payment/save-card-box.tsx').then(
    (part) => part.SaveCardBox,
    () => NoSaveCardBox,
  ),
}))

/**
 * Takes the place of the checkbox "save the card" if the code of this checkbox did not load. Clears the
 * guest's consent, even a consent from a draft, because the guest cannot read the text of the consent.
 */
function NoSaveCardBox({ signUp }: { signUp: SignUp }) {
  const keepNothing = useEffectEvent(() => signUp.setKeepCard(false))
  useEffect(() => keepNothing(), [])
  return null
}

const loadCodeFields = () => import('./code-fields.tsx')
const CodeFields = lazy(async () => ({ default: (await loadCodeFields()).CodeFields }))

const loadCompanionsStep = () => import('./companions-step.tsx')
const CompanionsStep = lazy(async () => ({ default: (await loadCompanionsStep()).CompanionsStep }))

/**
 * Renders the sign-up form. It does not use `ApiForm`, because pressing its button starts several API calls,
 * which continue even if the guest leaves the page.
 */
export function SignUpForm({ signUp, event, charged, ...rest }: SignUpFormProps) {
  const { state } = signUp
  const busy = state.at === 'paying'
  const { options } = event
  const form = useSignUpForm(signUp, { options, charged })
  const { companions, code, field, outcome, problems, ready, refused } = form
  const draft = 'draft' in state ? state.draft : null
  return (
    <form
      noValidate
      method="post"
      className="sign-up"
      aria-label="Sign up"
      onChange={form.keep}
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      {problems.length > 0 && <ErrorSummary id={form.summaryId} problems={problems} />}
      {draft?.household && <SameHousehold household={draft.household} onUse={form.shareWith} />}
      {options.length > 0 && (
        <Step title="Your choices">
          <Choices
            options={optionsLeftFor(options, signUp, 0)}
            picked={signUp.chosenIds}
            onPick={signUp.chooseOptions}
            closed={busy}
            error={form.lodgingError}
          />
          {signUp.companions.length === 0 && <output className="choices-sum">{rest.total}</output>}
        </Step>
      )}
      <YouStep field={field} onEmail={form.setEmail}>
        {!companions.shown && rest.most > 0 && !busy && (
          <p className="note">
            Not coming alone?{' '}
            <LoadButton load={loadCompanionsStep} onLoaded={companions.bring}>
              Add a guest
            </LoadButton>
          </p>
        )}
      </YouStep>
      {companions.shown && (
        <Suspense>
          <CompanionsStep
            signUp={signUp}
            companions={companions}
            options={options}
            most={rest.most}
            total={rest.total}
            charged={charged}
            refused={refused}
          />
        </Suspense>
      )}
      <EmergencyStep field={field} />
      <StayStep field={field} check={form.check} />
      <Step title={charged ? 'Pay' : 'Reserve'}>
        {(event.takesCodes || code.shown) && (
          <CodePart signUp={signUp} code={code} cost={event.cost} refused={refused} />
        )}
        <div className="pay-price">{rest.price}</div>
        {charged && <CardPart signUp={signUp} form={form} payments={rest.payments} />}
        {form.problem && (
          <OutcomeAlert
            problem={form.problem}
            heldUntil={draft?.heldUntil ?? null}
            email={draft?.values.email ?? ''}
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
            missing: form.missing,
            charged,
            tried: signUp.isHeld,
            people: signUp.companions.length + 1,
          })}
        </p>
      </Step>
    </form>
  )
}

interface SameHouseholdProps {
  household: Household
  onUse: (household: Household) => void
}

const SameHousehold = ({ household, onUse }: SameHouseholdProps) => (
  <p className="note">
    From the same household?{' '}
    <TextButton onClick={() => onUse(household)}>Use the same address and emergency contact</TextButton> We
    keep them only in this tab, until you close it.
  </p>
)

/** Renders the link that opens the field for a discount code. After that, renders the field itself. */
function CodePart(props: ComponentProps<typeof CodeFields>) {
  const { open, shown } = props.code
  return shown ? (
    <Suspense>
      <CodeFields {...props} />
    </Suspense>
  ) : (
    <p className="note">
      <LoadButton load={loadCodeFields} onLoaded={open}>
        Have a code?
      </LoadButton>
    </p>
  )
}

interface CardPartProps extends Pick<SignUpFormProps, 'signUp' | 'payments'> {
  form: FormState
}

/** Renders the payment methods. */
const CardPart = ({ signUp, form, payments }: CardPartProps) => (
  <>
    {/* The checkbox comes before the wallets, so that the guest sees it before pressing a wallet. */}
    {signUp.laterCharge && (
      <Suspense>
        <SaveCardBox signUp={signUp} laterCharge={signUp.laterCharge} />
      </Suspense>
    )}
    <CardFields
      payments={payments}
      wallet={form.wallet}
      declined={form.problem?.kind === 'declined' ? form.problem : null}
      onClient={signUp.setCardClient}
      onComplete={form.setCardFilled}
    />
    {payments.scriptUrl !== null && (
      <p className="note">
        This is a demo and no money moves: the card 4242 4242 4242 4242 works with any future date and any
        CVC.
      </p>
    )}
  </>
)

interface YouStepProps extends Pick<CheckedForm<SignUpInput>, 'field'> {
  onEmail: (address: string) => void
  children: ReactNode
}

function YouStep({ field, onEmail, children }: YouStepProps) {
  return (
    <Step title="You">
      <div className="step-pair">
        <TextField {...field('firstName')} required autoComplete="given-name" />
        <TextField {...field('lastName')} required autoComplete="family-name" />
      </div>
      {detailsOf('you').map((name) => (
        <Fragment key={name}>
          {name === 'phone' && (
            <EmailField {...field('email')} required autoComplete="email" onSuggested={onEmail} />
          )}
          <DetailInput name={name} field={field} />
        </Fragment>
      ))}
      {children}
    </Step>
  )
}

const LISTED = 3

function describeMissing(missing: readonly string[]): string {
  if (missing.length === 0) return 'Please check the marked fields above.'
  if (missing.length <= LISTED) return `Still missing: ${missing.join(', ')}.`
  const first = missing.slice(0, LISTED - 1).join(', ')
  return `Still missing: ${first} and ${missing.length - LISTED + 1} more. Until then, the button only shows what is missing.`
}

/**
 * Returns the note at the sign-up button: what the next press does, or what is missing. `tried` means that a
 * card may already have been charged.
 */
export function pressHint(
  at: SignUpState['at'],
  open: { ready: boolean; missing: readonly string[]; charged: boolean; tried: boolean; people: number },
): string {
  const { ready, missing, charged, tried, people } = open
  if (at === 'paying') return 'One moment. Please keep this page open.'
  if (!ready) return describeMissing(missing)
  if (at === 'waiting') return 'Press again only if you’ve changed something.'
  if (!charged)
    return `Nothing to pay. Press the button, and ${people === 1 ? 'the spot is' : 'all spots are'} yours.`
  // After an attempt that may have charged a card, only a decline proves that nothing was charged.
  if (at === 'unsure' || (tried && at !== 'declined')) return NEVER_TWICE
  return 'You won’t be charged until you press the button.'
}
