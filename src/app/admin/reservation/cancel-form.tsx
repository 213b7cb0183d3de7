import { useState } from 'react'
import { cancelReservation } from '#domain/booking/contract/cancellation.ts'
import {
  getRefunds,
  type MemberRefund,
  type RefundPlan,
  type CancelScope,
} from '#domain/booking/contract/refunds.ts'
import { isReplacementUnproven, REPLACEABLE } from '#domain/booking/domain/refund-policy.ts'
import type { CancelledBy } from '#platform/database/schema/cancellations.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney, centsOfDollars } from '#shared/money.ts'
import { ApiForm, type Closed } from '#app/ui/form.tsx'
import { DialogQuery } from '#app/ui/dialog-query.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { CheckField, DollarsField, SelectField, TextArea } from '#app/ui/field.tsx'
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import { listNames, reachOf } from '#domain/booking/domain/reach.ts'
import { ToCall } from '#app/admin/emails/to-call.tsx'
import { companionsOf, paidBy } from '#domain/booking/domain/party-view.ts'
import { useReservation, useReservationForm } from './form-parts.tsx'
import { CANCEL_INPUT, cancelSchema, type CancelValues, decidedBody, shownWith } from './form-values.ts'
import { cancelButton, describeTier, describeMethod, describeUndo, dayOf } from './money-labels.ts'
import { Money, Text, Verbatim } from '#app/ui/text.tsx'

const WHO: Record<CancelledBy, string> = { guest: 'The guest', retreat: 'The retreat' }

export function Cancelling() {
  const { reservation } = useReservation()
  const [cancelledBy, setCancelledBy] = useState<CancelledBy>('guest')
  const [replaced, setReplaced] = useState(false)
  const [party, setParty] = useState<CancelScope>('one')
  const { id, version, customerName } = reservation
  const choice = { cancelledBy, party, replacementFound: replaced && cancelledBy === 'guest' }
  const query = {
    id,
    cancelledBy,
    party,
    replacementFound: choice.replacementFound ? ('true' as const) : ('false' as const),
  }
  return (
    <div className="book-dialog">
      <SelectField
        id="cancel-by"
        label="Who cancels"
        required
        options={WHO}
        value={cancelledBy}
        onChange={({ target }) => setCancelledBy(target.value === 'retreat' ? 'retreat' : 'guest')}
      />
      {companionsOf(reservation.party).length > 0 && (
        <SelectField
          id="cancel-party"
          label="Who is not coming"
          required
          options={{ one: `Only ${customerName}`, all: 'The whole party' }}
          value={party}
          onChange={({ target }) => setParty(target.value === 'all' ? 'all' : 'one')}
        />
      )}
      <DialogQuery endpoint={getRefunds} input={{ query }} version={version} loading="Working it out">
        {({ plan, members }, { refetch, closed }) => (
          <>
            {cancelledBy === 'guest' && plan.daysBefore < REPLACEABLE.under && (
              <CheckField
                id="cancel-replaced"
                checked={replaced}
                onChange={({ target }) => setReplaced(target.checked)}
              >
                Someone else takes this spot and has paid for the same stay and choices
              </CheckField>
            )}
            <CancelForm {...{ plan, members, choice, closed }} onOutdated={refetch} />
          </>
        )}
      </DialogQuery>
    </div>
  )
}

interface CancelFormProps {
  plan: RefundPlan
  /** Each guest of the party whose stay would be canceled, with that guest's refund. */
  members: MemberRefund[]
  closed: Closed
  choice: { cancelledBy: CancelledBy; party: CancelScope; replacementFound: boolean }
  onOutdated: () => void
}

function CancelForm({ plan, members, closed, choice, onOutdated }: CancelFormProps) {
  const { reservation } = useReservation()
  const others = companionsOf(reservation.party)
  const all = choice.party === 'all'
  const handsOver = others.length > 0 && !all
  const byWord = isReplacementUnproven(plan)
  const form = useReservationForm(cancelReservation, {
    prefix: 'cancel',
    schema: cancelSchema({ most: plan.most, byWord, handsOver }),
    values: CANCEL_INPUT,
    labels: { refund: 'Refund in dollars', reason: 'Why', newPayer: 'Who pays from then on' },
    toInput: (values: CancelValues, { version }) => ({
      body: { id: reservation.id, version, ...choice, ...decidedBody(values, { byWord, handsOver }) },
    }),
    onOutdated,
    announcement: () =>
      all
        ? 'Canceled the whole party; the spots are free'
        : `Canceled the reservation of ${reservation.customerName}; the spot is free`,
  })
  const [override, refund, newPayer] = form.form.watch(['override', 'refund', 'newPayer'])
  const { emailed, toCall } = reachOf(concernedGuests(reservation, { all, members, newPayer }))
  const sum = override ? centsOfDollars(refund) : plan.refundByTerms
  const planned = override ? shownWith(plan, sum) : plan
  return (
    <ApiForm
      form={form}
      label="Cancel the reservation"
      does={sum === null || (!override && !plan.feesKnown) ? 'Cancel the reservation' : cancelButton(sum)}
      closed={closed}
      cancel="Keep the reservation"
    >
      {handsOver && (
        <SelectField
          {...form.field('newPayer')}
          required
          hint="All invoices of the party move to this guest, paid ones too. Refunds still go to the card that paid."
          options={
            new Map([
              ['', 'Please choose'],
              ...others.map((one): [string, string] => [`${one.id}`, describePayer(one)]),
            ])
          }
        />
      )}
      <PlanView plan={planned} stale={closed !== null} />
      {all && !override && (
        <ul className="book-ways" aria-label="Guest by guest">
          {members.map(({ id, customerName, refund: theirs }) => (
            <li key={id}>
              <Verbatim>{customerName}</Verbatim>:{' '}
              <strong>
                <Money cents={theirs} />
              </strong>
            </li>
          ))}
        </ul>
      )}
      <CheckField {...form.check('override')}>Refund another amount</CheckField>
      {override && (
        <DollarsField
          {...form.field('refund')}
          required
          hint={`At most ${formatMoney(plan.most)}. The newest payment is refunded first.`}
        />
      )}
      {(override || byWord) && (
        <TextArea
          {...form.field('reason')}
          rows={2}
          required
          hint={override ? 'For your records.' : 'Who took the spot, and how they paid. For your records.'}
        />
      )}
      {emailed.length > 0 && (
        <CheckField {...form.check('sendEmail')}>
          <Text>Email {listNames(namesOf(emailed))}</Text>
        </CheckField>
      )}
      <ToCall names={namesOf(toCall)} />
      <p className="note">
        <Text>
          {paidBy(reservation.party) && 'The refund goes to the guest who paid. '}
          {all ? 'The spots are' : 'The spot is'} free immediately. What is still unpaid for{' '}
          {all ? 'them' : 'it'} is no longer due.{' '}
          {describeUndo({
            isHold: reservation.status === 'pending',
            inParty: reservation.party !== null,
            toCards: override || plan.feesKnown ? planned.refundToCards : plan.refundByTerms,
            byHand: planned.refundByHand,
          })}
        </Text>
      </p>
    </ApiForm>
  )
}

const namesOf = (guests: readonly { customerName: string }[]) =>
  guests.map(({ customerName }) => customerName)

interface Concerned {
  all: boolean
  members: readonly MemberRefund[]
  newPayer: string | null
}

/** Returns the guests to whom the site writes about the cancellation, if they have an e-mail address. */
function concernedGuests(
  { customerName, email, party }: Pick<AdminReservation, 'customerName' | 'email' | 'party'>,
  { all, members, newPayer }: Concerned,
): { customerName: string; hasEmail: boolean | null }[] {
  const guests = party?.members ?? []
  if (all) return guests.filter(({ id }) => members.some((member) => member.id === id))
  const payer = paidBy(party) ?? companionsOf(party).find(({ id }) => `${id}` === newPayer)
  return [{ customerName, hasEmail: email !== '' }, ...(payer ? [payer] : [])]
}

/**
 * Returns the guest's name for the list of possible payers, with a note if the guest has no e-mail address.
 * Then an admin must notify the guest (R39.9).
 */
const describePayer = ({ customerName, hasEmail }: { customerName: string; hasEmail: boolean | null }) =>
  hasEmail === false ? `${customerName} (no email address)` : customerName

function PlanView({ plan, stale }: { plan: RefundPlan; stale: boolean }) {
  const { paid, fees, feesKnown, refundByTerms, lines } = plan
  return (
    <div className="book-plan" aria-busy={stale || undefined}>
      <p>
        <strong>
          <Text>{describeTier(plan)}.</Text>
        </strong>
      </p>
      <Facts
        className="sums book-lines"
        facts={[
          ['Paid', formatMoney(paid)],
          fees > 0 && ['Card fees, not refunded', formatMoney(fees)],
          !feesKnown && ['Card fees not known yet', '?'],
          [
            feesKnown ? 'Refund under the Terms' : 'Refund under the Terms, minus card fees',
            formatMoney(refundByTerms),
            'book-line-strong',
          ],
        ]}
      />
      {!feesKnown && (
        <p className="note">
          Stripe has not reported the card fees yet. It usually does within an hour. You can cancel now, and
          the refund follows automatically. Or refund another amount below.
        </p>
      )}
      {lines.length > 0 && (
        <ul className="book-ways" aria-label="Payment by payment">
          {lines.map((line) => (
            <li key={line.paymentId}>
              <Money cents={line.amount} />{' '}
              <Text>
                {describeMethod(line.method)}, {formatDay(dayOf(line.paidAt))}:
              </Text>{' '}
              <strong>
                <Text>{describeLine(line)}</Text>
              </strong>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function describeLine({ refund, refunded, withdrawn, method }: RefundPlan['lines'][number]): string {
  const before = refunded > 0 ? `, ${formatMoney(refunded)} before` : ''
  const taken = withdrawn > 0 ? `, ${formatMoney(withdrawn)} held by a dispute` : ''
  if (refund === 0) return `nothing${before}${taken}`
  return `${formatMoney(refund)} back ${method === 'card' ? 'to the card' : 'by hand'}${before}${taken}`
}
