/** What the payer can do for one companion: send the link again, or cancel the companion's stay (R52.3). */
import { useState } from 'react'
import { cancelOwnStay, getCancellation, type GuestPlan } from '#domain/booking/contract/cancellation.ts'
import { sendCompanionLink } from '#domain/booking/contract/guest.ts'
import type { Party } from '#domain/booking/contract/reservation.ts'
import { scheduleNote, scheduleWords } from '#domain/booking/domain/refund-policy.ts'
import { formatMoney } from '#shared/money.ts'
import { FailureAlert } from '#app/ui/alert.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { ConfirmButton } from '#app/ui/dialog-buttons.tsx'
import { Facts } from '#app/ui/facts.tsx'
import { RefundTable } from '#app/ui/refund-table.tsx'
import { Text, Verbatim } from '#app/ui/text.tsx'
import { announce } from '#app/ui/toast.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import { describeRefundWay } from './cancel-stay.tsx'
import type { GuestPart } from './guest-part.ts'

type Companion = Party['members'][number]

export function CompanionActions({ companion, ...part }: GuestPart & { companion: Companion }) {
  const { event } = part.reservation
  if (companion.status !== 'confirmed' || event.cancelled || event.hasEnded) return null
  return (
    <div className="button-row">
      {companion.hasEmail && <SendLinkAgain {...part} companion={companion} />}
      {!event.hasHappened && <CancelCompanion {...part} companion={companion} />}
    </div>
  )
}

function SendLinkAgain({ reservation: { uuid }, companion }: GuestPart & { companion: Companion }) {
  const { send } = useApiMutation(sendCompanionLink)
  const { id, customerName } = companion
  return (
    <ConfirmButton
      label="Send the link again"
      aria-label={`Send the link again to ${customerName}`}
      title="Send the link again?"
      does="Send the email"
      onConfirm={() => send({ body: { uuid, companion: id } })}
      onDone={() => announce(`We emailed ${customerName} the link.`)}
    >
      <p>
        <Text>We email</Text> <Verbatim>{customerName}</Verbatim>{' '}
        <Text>
          the link to their own page again. It stays between them and the ranch, so we can’t show it here.
        </Text>
      </p>
    </ConfirmButton>
  )
}

function CancelCompanion({ reservation, onChanged, companion }: GuestPart & { companion: Companion }) {
  const { uuid, totalPaid, totalDue } = reservation
  const { id, customerName: name } = companion
  const { send } = useApiMutation(cancelOwnStay)
  const version = `${totalPaid} ${totalDue}`
  const [asked, setAsked] = useState(false)
  const query = { query: { uuid, companion: id } }
  const { data: plan, failed, refetch } = useApiQuery(getCancellation, query, { version, enabled: asked })
  const cancel = async () => {
    if (!plan)
      return { code: 'pending', message: 'The amounts are still loading. Please try again in a moment.' }
    const done = await send({ body: { uuid, companion: id, refund: plan.refund } })
    if (done?.ok) {
      announce(`${name}’s stay is canceled.`)
      onChanged()
    } else refetch()
    return done
  }
  return (
    <ConfirmButton
      label="Cancel their stay"
      aria-label={`Cancel their stay: ${name}`}
      title={`Cancel ${name}’s stay?`}
      does={plan ? buttonOf(plan) : 'Cancel their stay'}
      keeps="Keep their stay"
      onOpen={() => {
        setAsked(true)
        if (plan) refetch()
      }}
      onConfirm={cancel}
    >
      <FailureAlert failed={failed} onRetry={refetch} />
      {plan && <Refund plan={plan} name={name} />}
    </ConfirmButton>
  )
}

const buttonOf = ({ refund, feesKnown, paid }: GuestPlan) => {
  if (!feesKnown) return `Cancel for a refund of ${formatMoney(refund)} minus card fees`
  if (refund > 0) return `Cancel for a refund of ${formatMoney(refund)}`
  return paid > 0 ? 'Cancel without a refund' : 'Cancel their stay'
}

function Refund({ plan, name }: { plan: GuestPlan; name: string }) {
  const { schedule, paid, percent, disputed, fees, feesKnown, refund } = plan
  return (
    <>
      <RefundTable rows={scheduleWords(schedule)} note={scheduleNote(schedule, 'that was paid for them')} />
      {paid === 0 ? (
        <p>
          Nothing was paid for <Verbatim>{name}</Verbatim>, so there’s no refund.
        </p>
      ) : (
        <Facts
          className="sums self-cancel-sums"
          facts={[
            [`Paid for ${name}`, formatMoney(paid)],
            disputed > 0 && ['Disputed with your bank', formatMoney(disputed)],
            percent > 0 && percent < 100 && ['Refundable under our terms', `${percent}%`],
            fees > 0 && ['Card fees, not refunded', formatMoney(fees)],
            !feesKnown && ['Card fees, not refunded', 'Not known yet'],
            [feesKnown ? 'Your refund' : 'Refund before card fees', formatMoney(refund)],
          ]}
        />
      )}
      <p>
        <Text>
          {describeRefundWay(plan)} We tell them if we have their email address. Anything still unpaid for
          them is no longer due. Their spot opens to others right away. This cannot be undone.
        </Text>
      </p>
    </>
  )
}
