/** A guest who cannot come: what cancelling refunds today, and the way to do it (R5.6). */
import { useState } from 'react'
import { cancelOwnStay, getCancellation, type GuestPlan } from '#features/booking/contract/cancellation.ts'
import type { Party } from '#features/booking/contract/reservation.ts'
import type { WhoGoes } from '#features/booking/contract/refunds.ts'
import { companionsOf } from '#features/booking/domain/party-shown.ts'
import { formatMoney } from '#shared/money.ts'
import { isStanding } from '#shared/reservation-status.ts'
import { ConfirmButton } from '#ui/dialog-buttons.tsx'
import { Facts } from '#ui/facts.tsx'
import { FailureAlert } from '#ui/alert.tsx'
import { SelectField } from '#ui/field.tsx'
import { Section } from '#ui/paper.tsx'
import { announce } from '#ui/toast.tsx'
import { useApiMutation } from '#ui/use-api-mutation.ts'
import { useApiQuery } from '#ui/use-api-query.ts'
import {
  backWords,
  buttonWords,
  doneWords,
  NOTHING_PAID,
  wayWords,
  type Whose,
  whoseOf,
} from './cancel-words.ts'
import type { GuestPart } from './guest-part.ts'

export function SelfCancel(part: GuestPart) {
  const { status, event } = part.reservation
  if (event.cancelled || event.hasHappened || !isStanding(status)) return null
  return (
    <Section id="cannot-come" title="If you cannot come">
      {status === 'pending' ? (
        <p>Your spot is only held. If it is not paid, the hold ends by itself; there is nothing to cancel.</p>
      ) : (
        <Cancelling {...part} />
      )}
    </Section>
  )
}

/** Asks once more, with today's sum on the button, and cancels; a payer of others says who goes, and who pays then. */
function Cancelling(part: GuestPart) {
  const { uuid, totalPaid, totalDue, party } = part.reservation
  const others = companionsOf(party)
  const [who, setWho] = useState<WhoGoes>('one')
  const [newPayer, setNewPayer] = useState('')
  const { send } = useApiMutation(cancelOwnStay)
  const version = `${totalPaid} ${totalDue}`
  const own = useApiQuery(getCancellation, { query: { uuid } }, { version })
  const forAll = who === 'all'
  const all = useApiQuery(getCancellation, { query: { uuid, party: 'all' } }, { version, enabled: forAll })
  const plan = forAll ? all.data : own.data
  const whose = whoseOf(part, who)
  const heir = others.length === 1 ? String(others[0]?.id) : newPayer
  const readAgain = () => {
    own.refetch()
    if (forAll) all.refetch()
  }
  const cancel = async () => {
    if (!plan) return { code: 'pending', message: 'The amounts are not there yet. Please try again.' }
    const handsOver = others.length > 0 && !forAll
    if (handsOver && heir === '') return { code: 'invalid', message: 'Please choose who pays from then on.' }
    const goes = { party: who, newPayer: handsOver ? Number(heir) : null }
    const done = await send({ body: { uuid, refund: plan.refund, ...goes } })
    if (done?.ok) {
      announce(doneWords(plan, whose))
      part.onChanged()
    } else readAgain()
    return done
  }
  return (
    <>
      {own.data && (
        <p>
          <strong>{own.data.tier}</strong> That is what our Terms of Stay say today.{' '}
          {backWords(own.data, whoseOf(part, 'one'))}
        </p>
      )}
      {own.data && own.data.daysBefore < 30 && own.data.paid > 0 && others.length === 0 && (
        <p>
          Do you know somebody who would come in your place? See <a href="#pass-on">Pass on your spot</a>.
        </p>
      )}
      {!own.data && <FailureAlert failed={own.failed} onRetry={own.refetch} />}
      <ConfirmButton
        label="Cancel my stay"
        disabled={!own.data}
        onOpen={readAgain}
        title={forAll ? 'Cancel for all of you?' : 'Cancel your stay?'}
        does={plan ? buttonWords(plan) : 'Cancel for all of us'}
        keeps={forAll ? 'Keep our stay' : 'Keep my stay'}
        onConfirm={cancel}
      >
        {others.length > 0 && (
          <>
            <SelectField
              id="cancel-who"
              label="Who cannot come"
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
            <p>{plan.tier}</p>
            <Sums plan={plan} whose={whose} />
            <p>
              {wayWords(plan, whose)} {forAll ? 'Your spots are' : 'Your spot is'} free for others at once.
              This cannot be undone.
            </p>
          </>
        )}
      </ConfirmButton>
    </>
  )
}

interface NewPayerProps {
  others: Party['members']
  /** An id; empty: nobody yet. */
  chosen: string
  onChoose: (id: string) => void
}

/** Who pays for the others once this guest does not come; of one there is no choice. */
function NewPayer({ others, chosen, onChoose }: NewPayerProps) {
  const [first, second] = others
  if (first && !second) return <p>{first.customerName} pays from then on, and gets the invoices.</p>
  return (
    <SelectField
      id="cancel-payer"
      label="Who pays from then on"
      required
      hint="They pay for those who come, and get the invoices."
      options={{
        '': 'Please choose',
        ...Object.fromEntries(others.map((one) => [one.id, one.customerName])),
      }}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    />
  )
}

function Sums({ plan, whose }: { plan: GuestPlan; whose: Whose }) {
  const { paid, percent, disputed, fees, feesKnown, refund, members } = plan
  if (paid === 0) return <p>{NOTHING_PAID[whose]}</p>
  const back = whose === 'companion' ? 'Refund to whoever paid' : 'Your refund'
  const ofEach = whose === 'party' ? members : []
  return (
    <Facts
      className="self-cancel-sums"
      facts={[
        ['Paid', formatMoney(paid)],
        disputed > 0 && ['Of it, in dispute with your bank', formatMoney(disputed)],
        percent > 0 && percent < 100 && ['Under the terms', `${percent}%`],
        fees > 0 && ['Fees of the card company, kept', formatMoney(fees)],
        !feesKnown && ['Fee of the card company, kept', 'not known yet'],
        ...ofEach.map((one) => [`Refund for ${one.customerName}`, formatMoney(one.refund)] as const),
        [feesKnown ? back : 'Before that fee', formatMoney(refund)],
      ]}
    />
  )
}
