/** A guest who cannot come: what cancelling refunds today, and the way to do it (R5.6). */
import { useState } from 'react'
import { cancelOwnStay, getCancellation, type GuestPlan } from '#features/booking/contract/cancellation.ts'
import type { Party } from '#features/booking/contract/reservation.ts'
import type { WhoGoes } from '#features/booking/contract/refunds.ts'
import { isStanding } from '#shared/reservation-status.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FailureAlert } from '#ui/failure-alert.tsx'
import { SelectField } from '#ui/field.tsx'
import { useAnnounce } from '#ui/toast.tsx'
import { useApiMutation } from '#ui/use-api-mutation.ts'
import { useApiQuery } from '#ui/use-api-query.ts'
import type { GuestPart } from './guest-part.ts'
import { companionsOf } from '#features/booking/domain/party.ts'
import { formatMoney } from '#shared/money.ts'
import {
  backWords,
  buttonWords,
  doneWords,
  NOTHING_PAID,
  wayWords,
  type Whose,
  whoseOf,
} from './cancel-words.ts'

export function SelfCancel(part: GuestPart) {
  const { status, event } = part.reservation
  if (event.cancelled || event.hasHappened) return null
  if (!isStanding(status)) return null
  return (
    <section aria-labelledby="cannot-come">
      <h2 id="cannot-come">If you cannot come</h2>
      {status === 'pending' ? (
        <p>Your spot is only held. If it is not paid, the hold ends by itself; there is nothing to cancel.</p>
      ) : (
        <Cancelling {...part} />
      )}
    </section>
  )
}

function Cancelling(part: GuestPart) {
  const { uuid, totalPaid, totalDue, party } = part.reservation
  const [open, setOpen] = useState(false)
  const {
    data: plan,
    failed,
    refetch,
  } = useApiQuery(getCancellation, { query: { uuid } }, { version: `${totalPaid} ${totalDue}` })
  const others = companionsOf(party).length > 0
  return (
    <>
      {plan && (
        <p>
          <strong>{plan.tier}</strong> That is what our Terms of Stay say today.{' '}
          {backWords(plan, whoseOf(part, 'one'))}
        </p>
      )}
      {plan && plan.daysBefore < 30 && plan.paid > 0 && !others && (
        <p>
          Do you know somebody who would come in your place? See <a href="#pass-on">Pass on your spot</a>.
        </p>
      )}
      {!plan && <FailureAlert failed={failed} onRetry={refetch} />}
      <Button
        look="plain"
        aria-haspopup="dialog"
        disabled={!plan}
        onClick={() => {
          refetch()
          setOpen(true)
        }}
      >
        Cancel my stay
      </Button>
      {plan && (
        <SelfCancelDialog
          {...part}
          plan={plan}
          open={open}
          onClose={() => setOpen(false)}
          onOutdated={refetch}
        />
      )}
    </>
  )
}

interface DialogProps extends GuestPart {
  /** Of canceling this guest alone. */
  plan: GuestPlan
  open: boolean
  onClose: () => void
  /** The sum shown is not the one of now. */
  onOutdated: () => void
}

/** Asks once more, with today's sum on the button, and cancels; who pays for others says who goes, and who pays then. */
function SelfCancelDialog({ plan: own, open, onClose, onOutdated, ...part }: DialogProps) {
  const { uuid, totalPaid, totalDue, party } = part.reservation
  const others = companionsOf(party)
  const [who, setWho] = useState<WhoGoes>('one')
  const [newPayer, setNewPayer] = useState('')
  const announce = useAnnounce()
  const { send } = useApiMutation(cancelOwnStay)
  const all = useApiQuery(
    getCancellation,
    { query: { uuid, party: 'all' } },
    { version: `${totalPaid} ${totalDue}`, enabled: open && who === 'all' },
  )
  const plan = who === 'all' ? all.data : own
  const whose = whoseOf(part, who)
  const heir = others.length === 1 ? String(others[0]?.id) : newPayer
  const cancel = async () => {
    if (!plan) return { code: 'pending', message: 'The amounts are not there yet. Please try again.' }
    const handsOver = others.length > 0 && who === 'one'
    if (handsOver && heir === '') return { code: 'invalid', message: 'Please choose who pays from then on.' }
    const goes = { party: who, newPayer: handsOver ? Number(heir) : null }
    const done = await send({ body: { uuid, refund: plan.refund, ...goes } })
    if (done === null) return null
    if (!done.ok) {
      onOutdated()
      if (who === 'all') all.refetch()
      return done
    }
    announce(doneWords(plan, whose))
    part.onChanged()
    return null
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={who === 'all' ? 'Cancel for all of you?' : 'Cancel your stay?'}
      does={plan ? buttonWords(plan) : 'Cancel for all of us'}
      keeps={who === 'all' ? 'Keep our stay' : 'Keep my stay'}
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
          {who === 'one' && <NewPayer others={others} chosen={newPayer} onChoose={setNewPayer} />}
        </>
      )}
      <FailureAlert failed={who === 'all' ? all.failed : null} onRetry={all.refetch} />
      {plan && (
        <>
          <p>{plan.tier}</p>
          <Sums plan={plan} whose={whose} />
          <p>
            {wayWords(plan, whose)} {who === 'all' ? 'Your spots are' : 'Your spot is'} free for others at
            once. This cannot be undone.
          </p>
        </>
      )}
    </ConfirmDialog>
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
  return (
    <dl className="self-cancel-sums">
      <Sum label="Paid" value={formatMoney(paid)} />
      {disputed > 0 && <Sum label="Of it, in dispute with your bank" value={formatMoney(disputed)} />}
      {percent > 0 && percent < 100 && <Sum label="Under the terms" value={`${percent}%`} />}
      {fees > 0 && <Sum label="Fees of the card company, kept" value={formatMoney(fees)} />}
      {!feesKnown && <Sum label="Fee of the card company, kept" value="not known yet" />}
      {whose === 'party' &&
        members.map(({ id, customerName, refund: theirs }) => (
          <Sum key={id} label={`Refund for ${customerName}`} value={formatMoney(theirs)} />
        ))}
      <Sum
        label={
          feesKnown ? (whose === 'companion' ? 'Refund to whoever paid' : 'Your refund') : 'Before that fee'
        }
        value={formatMoney(refund)}
      />
    </dl>
  )
}

function Sum({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
