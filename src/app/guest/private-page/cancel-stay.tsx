/**
 * Cancellation by the guest: the refund that the guest would get today, and the cancel button (R5.6, R39.5).
 */
import { useState } from 'react'
import { cancelOwnStay, getCancellation, type GuestPlan } from '#domain/booking/contract/cancellation.ts'
import type { Party } from '#domain/booking/contract/reservation.ts'
import type { CancelScope } from '#domain/booking/contract/refunds.ts'
import { companionsOf, paidBy } from '#domain/booking/domain/party-view.ts'
import { scheduleNote, scheduleWords } from '#domain/booking/domain/refund-policy.ts'
import { formatMoney } from '#shared/money.ts'
import { isActive } from '#shared/reservation-status.ts'
import { ConfirmButton } from '#app/ui/dialog-buttons.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { FailureAlert } from '#app/ui/alert.tsx'
import { SelectField } from '#app/ui/field.tsx'
import { Section } from '#app/ui/panel.tsx'
import { RefundTable } from '#app/ui/refund-table.tsx'
import { announce } from '#app/ui/toast.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import type { GuestPart } from './guest-part.ts'
import { Text, Verbatim } from '#app/ui/text.tsx'

export function SelfCancel(part: GuestPart) {
  const { status, event, waitsForMailbox } = part.reservation
  if (event.cancelled || event.hasHappened || !isActive(status)) return null
  return (
    <Section id="cannot-come" title="If you can’t come">
      {status === 'pending' ? (
        <p>
          <Text>
            Your spot is only on hold. If it isn’t {waitsForMailbox ? 'confirmed' : 'paid'} in time, the hold
            ends automatically. There’s nothing to cancel.
          </Text>
        </p>
      ) : (
        <Cancelling {...part} />
      )}
    </Section>
  )
}

function Cancelling(part: GuestPart) {
  const { uuid, totalPaid, totalDue, party } = part.reservation
  const others = companionsOf(party)
  const [who, setWho] = useState<CancelScope>('one')
  const [newPayer, setNewPayer] = useState('')
  const { send } = useApiMutation(cancelOwnStay)
  const version = `${totalPaid} ${totalDue}`
  const own = useApiQuery(getCancellation, { query: { uuid } }, { version })
  const forAll = who === 'all'
  const all = useApiQuery(getCancellation, { query: { uuid, party: 'all' } }, { version, enabled: forAll })
  const plan = forAll ? all.data : own.data
  const whose = whoseStays(part, who)
  const heir = others.length === 1 ? String(others[0]?.id) : newPayer
  const readAgain = () => {
    own.refetch()
    if (forAll) all.refetch()
  }
  const cancel = async () => {
    if (!plan)
      return { code: 'pending', message: 'The amounts are still loading. Please try again in a moment.' }
    const handsOver = others.length > 0 && !forAll
    if (handsOver && heir === '') return { code: 'invalid', message: 'Please choose who pays from now on.' }
    const goes = { party: who, newPayer: handsOver ? Number(heir) : null }
    const done = await send({ body: { uuid, refund: plan.refund, ...goes } })
    if (done?.ok) {
      announce(describeDone(plan, whose))
      part.onChanged()
    } else readAgain()
    return done
  }
  return (
    <>
      {own.data && (
        <p>
          <Text>{describeRefund(own.data, whoseStays(part, 'one'))}</Text>
        </p>
      )}
      {own.data && (own.data.paid > 0 || totalDue > 0) && (
        <StayRefunds plan={own.data} whose={whoseStays(part, 'one')} />
      )}
      {own.data && own.data.daysBefore < 30 && own.data.paid > 0 && others.length === 0 && (
        <p>
          Know someone who’d like to come instead? See <a href="#pass-on">Pass on your spot</a>.
        </p>
      )}
      {!own.data && <FailureAlert failed={own.failed} onRetry={own.refetch} />}
      <ConfirmButton
        label="Cancel my stay"
        disabled={!own.data}
        onOpen={readAgain}
        title={forAll ? 'Cancel for all of you?' : 'Cancel your stay?'}
        does={plan ? describeButton(plan) : 'Cancel for all of us'}
        keeps={forAll ? 'Keep our stay' : 'Keep my stay'}
        onConfirm={cancel}
      >
        {others.length > 0 && (
          <>
            <SelectField
              id="cancel-who"
              label="Who can’t come?"
              required
              options={{ one: 'Only me', all: 'All of us' }}
              value={who}
              onChange={({ target }) => setWho(target.value === 'all' ? 'all' : 'one')}
            />
            {!forAll && <NewPayer others={others} chosen={newPayer} onChoose={setNewPayer} />}
          </>
        )}
        <FailureAlert failed={forAll ? all.failed : null} onRetry={all.refetch} />
        {plan && (
          <>
            <CancelAmounts plan={plan} whose={whose} />
            {plan.paid > 0 && <StayRefunds plan={plan} whose={whose} />}
            <p>
              <Text>
                {describeRefundWay(plan, whose)} {forAll ? 'Your spots open' : 'Your spot opens'} to others
                right away. This cannot be undone.
              </Text>
            </p>
          </>
        )}
      </ConfirmButton>
    </>
  )
}

interface NewPayerProps {
  others: Party['members']
  /** The reservation id of the next payer. Empty if the guest has chosen none. */
  chosen: string
  onChoose: (id: string) => void
}

function NewPayer({ others, chosen, onChoose }: NewPayerProps) {
  const [first, second] = others
  if (first && !second)
    return (
      <p>
        <Verbatim>{first.customerName}</Verbatim> pays from now on and gets the invoices.
      </p>
    )
  return (
    <SelectField
      id="cancel-payer"
      label="Who pays from now on?"
      required
      hint="They pay for everyone who still comes, and get the invoices."
      options={
        new Map([
          ['', 'Please choose'],
          ...others.map((one): [string, string] => [`${one.id}`, one.customerName]),
        ])
      }
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    />
  )
}

function CancelAmounts({ plan, whose }: { plan: GuestPlan; whose: CanceledStays }) {
  const { paid, percent, disputed, fees, feesKnown, refund, members } = plan
  if (paid === 0) return <p>{NOTHING_PAID[whose]}</p>
  const back = whose === 'companion' ? 'Refund to the person who paid' : 'Your refund'
  const ofEach = whose === 'party' ? members : []
  return (
    <Facts
      className="sums self-cancel-sums"
      facts={[
        ['Paid', formatMoney(paid)],
        disputed > 0 && ['Disputed with your bank', formatMoney(disputed)],
        percent > 0 && percent < 100 && ['Refundable under our terms', `${percent}%`],
        fees > 0 && ['Card fees, not refunded', formatMoney(fees)],
        !feesKnown && ['Card fees, not refunded', 'Not known yet'],
        ...ofEach.map((one) => [`Refund for ${one.customerName}`, formatMoney(one.refund)] as const),
        [feesKnown ? back : 'Refund before card fees', formatMoney(refund)],
      ]}
    />
  )
}

/**
 * Which stays the guest cancels: the own stay (of a guest alone, or of a payer with companions), the whole
 * party, or a companion's own stay.
 */
type CanceledStays = 'own' | 'own_of_party' | 'party' | 'companion'

export function whoseStays(
  { reservation: { party } }: Pick<GuestPart, 'reservation'>,
  who: CancelScope,
): CanceledStays {
  if (paidBy(party)) return 'companion'
  if (!party?.members.some(({ payer }) => !payer)) return 'own'
  return who === 'all' ? 'party' : 'own_of_party'
}

/** Renders what a later cancellation refunds. It is the table that the event's page and the sign-up form show. */
const StayRefunds = ({ plan, whose }: { plan: GuestPlan; whose: CanceledStays }) => (
  <RefundTable rows={scheduleWords(plan.schedule)} note={scheduleNote(plan.schedule, PAID[whose])} />
)

type PlanSums = Pick<GuestPlan, 'paid' | 'refund' | 'refundToCard' | 'refundByHand' | 'feesKnown'>

const NOTHING_PAID: Record<CanceledStays, string> = {
  own: 'You haven’t paid anything, so there’s no refund.',
  own_of_party: 'Nothing was paid for your own stay, so there’s no refund.',
  party: 'You haven’t paid anything, so there’s no refund.',
  companion: 'Nothing was paid for you, so there’s no refund.',
}

const PAID: Record<CanceledStays, string> = {
  own: 'you have paid',
  own_of_party: 'that was paid for your own stay',
  party: 'you have paid',
  companion: 'that was paid for you',
}

/**
 * Describes the refund if the guest cancels today: `"If you cancel today, we refund $324.15 of the $450.00
 * you have paid."`
 */
export function describeRefund(
  { paid, refund, feesKnown }: Pick<PlanSums, 'paid' | 'refund' | 'feesKnown'>,
  whose: CanceledStays = 'own',
): string {
  if (paid === 0) return NOTHING_PAID[whose]
  const of = `of the ${formatMoney(paid)} ${PAID[whose]}`
  if (feesKnown && refund === 0) return `If you cancel today, we refund nothing ${of}.`
  const to = whose === 'companion' ? ' The refund goes to the person who paid.' : ''
  const fee = feesKnown ? '' : ', minus card fees. We don’t know those fees yet'
  return `If you cancel today, we refund ${formatMoney(refund)} ${of}${fee}.${to}`
}

/** Says whether the refund goes to the card or is made by hand. Returns null if nothing is refunded. */
export function describeRefundWay(
  { refund, refundToCard, refundByHand, feesKnown }: Omit<PlanSums, 'paid'>,
  whose: CanceledStays = 'own',
): string | null {
  if (refund === 0) return null
  const mine = whose !== 'companion'
  const who = mine ? 'you' : 'the person who paid'
  if (!feesKnown)
    return `Today’s terms apply. We’ll email ${who} the amount as soon as we know the card fees, usually within an hour.`
  if (refundByHand === 0)
    return `We refund it to the card that ${mine ? 'you paid' : 'it was paid'} with. Banks take 5 to 10 days to show it.`
  const byHand = `${formatMoney(refundByHand)} was not paid by card, so we can’t refund it to one. We’ll email ${who} about how to refund it`
  if (refundToCard === 0) return `${byHand}.`
  return `We refund ${formatMoney(refundToCard)} to ${mine ? 'your' : 'the'} card. ${byHand}.`
}

export function describeButton({
  paid,
  refund,
  feesKnown,
}: Pick<PlanSums, 'paid' | 'refund' | 'feesKnown'>): string {
  if (!feesKnown) return `Cancel for a refund of ${formatMoney(refund)} minus card fees`
  if (refund > 0) return `Cancel for a refund of ${formatMoney(refund)}`
  return paid > 0 ? 'Cancel without a refund' : 'Cancel my stay'
}

/** Returns the text by which screen readers announce that the stay is canceled, with the refund. */
export function describeDone(
  { refund, feesKnown }: Pick<PlanSums, 'refund' | 'feesKnown'>,
  whose: CanceledStays = 'own',
): string {
  const done = whose === 'party' ? 'Your stays are canceled.' : 'Your stay is canceled.'
  if (whose === 'companion') return done
  if (!feesKnown) return `${done} We will email you the amount of your refund.`
  return refund > 0 ? `${done} ${formatMoney(refund)} is refunded.` : done
}
