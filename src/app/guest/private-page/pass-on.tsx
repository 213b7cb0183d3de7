/** The section in which a guest who cannot come passes the spot on, within 30 days of the start (R6.1). */
import { companionsOf, paidBy } from '#domain/booking/domain/party-view.ts'
import { REPLACEABLE, REPLACEMENT_SHARE } from '#domain/booking/domain/refund-policy.ts'
import { getPassOn, passOn, takeBack } from '#domain/booking/contract/replacement.ts'
import { getNextOffer, offerNext, recallOffer } from '#domain/booking/waitlist/contract/offers.ts'
import { ranchDay } from '#shared/days.ts'
import { formatDayLong, formatTime } from '#shared/format-days.ts'
import { takeOverPath } from '#shared/links.ts'
import { venue } from '#shared/venue.ts'
import { Button } from '#app/ui/button.tsx'
import { ShareableLink } from '#app/ui/links.tsx'
import { FailureAlert } from '#app/ui/alert.tsx'
import { Section } from '#app/ui/panel.tsx'
import { announce } from '#app/ui/toast.tsx'
import { useApiMutation } from '#app/ui/api.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import type { GuestPart } from './guest-part.ts'
import { Text } from '#app/ui/text.tsx'

const SECTION = { id: 'pass-on', title: 'Pass on your spot' }

/** Renders how a guest passes the spot on. Renders nothing if the guest cannot pass it on. */
export function PassOn({ reservation, onChanged }: GuestPart) {
  const { uuid, status, totalPaid, party, cancellation } = reservation
  const asked = { query: { uuid } }
  const version = `${status} ${totalPaid}`
  const link = useApiQuery(getPassOn, asked, { version })
  const queue = useApiQuery(getNextOffer, asked, { version })
  const writes = [
    useApiMutation(passOn),
    useApiMutation(takeBack),
    useApiMutation(offerNext),
    useApiMutation(recallOffer),
  ] as const
  const [making, ending, offering, recalling] = writes
  const { data: how } = link
  const { data: next } = queue
  const again = () => {
    link.refetch()
    queue.refetch()
  }
  const unread = <FailureAlert failed={link.failed ?? queue.failed} onRetry={again} />
  if (!how) return link.failed && <Section {...SECTION}>{unread}</Section>
  if (how.state === 'closed') return null
  if (how.state === 'possible' && companionsOf(party).length > 0)
    return (
      <Section {...SECTION}>
        <p>
          You pay for others who are still coming. <a href={`mailto:${venue.email}`}>Write to us</a> about who
          should pay instead. Then you can pass on your spot. Each of the others can pass on their own.
        </p>
      </Section>
    )

  const payer = paidBy(party)
  const paid = payer ? 'was paid for you' : 'you paid'
  const refunds = `we refund ${REPLACEMENT_SHARE}, at most ${REPLACEABLE.percent}% of what ${paid}`
  const isRefunded = !payer && cancellation !== null && cancellation.refund > 0
  const busy = writes.some((write) => write.busy)
  const failed = writes.find((write) => write.failed)?.failed ?? null
  const act = async (send: () => Promise<{ ok: boolean } | null>, done: string) => {
    for (const { reset } of writes) reset()
    const answer = await send()
    if (answer?.ok) announce(done)
    again()
    onChanged()
  }
  const button = (label: string, send: () => Promise<{ ok: boolean } | null>, done: string) => (
    <Button look="plain" busy={busy} onClick={() => void act(send, done)}>
      {label}
    </Button>
  )
  const body = { uuid }
  const until =
    how.state !== 'passed_on' && next?.state === 'offered' && next.until !== null
      ? new Date(next.until)
      : null
  const isBooking = how.state === 'booking'
  return (
    <Section {...SECTION}>
      {how.state === 'passed_on' ? (
        <p>
          <Text>
            Someone has booked your spot.{isRefunded && ' Your refund is on this page and in your email.'}
          </Text>
        </p>
      ) : until !== null ? (
        <>
          <p>
            <strong>
              <Text>
                Offered to the next person on the waitlist until {formatDayLong(ranchDay(until))},{' '}
                {formatTime(until)} ranch time.
              </Text>
            </strong>{' '}
            <Text>
              If they don’t take it, we offer it to the person after them. Once someone takes it, {refunds}.
              Until then, the spot stays yours.
            </Text>
          </p>
          {button('Take the offer back', () => recalling.send(asked), 'Took the offer back')}
        </>
      ) : (
        <p>
          <Text>
            {how.token === null
              ? 'Know someone who’d like to come? Make a link and send it to them. If they book with it'
              : 'If someone books with this link'}
            , {refunds}. Until then, the spot stays yours.
          </Text>
        </p>
      )}
      {how.state === 'possible' &&
        until === null &&
        button('Make a link', () => making.send({ body }), 'Made a link to pass on your spot')}
      {/* The guest can also offer the spot to the waitlist, whose entries get it in order. */}
      {how.state === 'possible' && next?.state === 'possible' && (
        <>
          <p className="pass-on-next">
            <Text>
              Nobody in mind? People are on the waitlist for this retreat. We offer your spot to the first,
              who has a day to answer, then to the next. When one of them takes it, your stay ends and{' '}
              {refunds}.
            </Text>
          </p>
          {button(
            'Offer it to the waitlist',
            () => offering.send({ body }),
            'Offered your spot to the waitlist',
          )}
        </>
      )}
      {how.token !== null && (
        <ShareableLink
          path={takeOverPath(how.token)}
          title={reservation.eventName}
          buttons={
            isBooking ? (
              <Button look="plain" onClick={again}>
                Check again
              </Button>
            ) : (
              button('Take the link back', () => ending.send(asked), 'Took the link back')
            )
          }
        >
          {isBooking ? (
            <strong>Someone is booking it right now.</strong>
          ) : (
            'Nobody has booked with it yet. Anyone who has the link can book, even if the retreat is full.'
          )}
        </ShareableLink>
      )}
      <FailureAlert failed={failed} />
      {unread}
    </Section>
  )
}
