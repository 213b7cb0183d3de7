/** Within 30 days a guest who cannot come passes on the spot (R6.1). */
import { companionsOf, paidBy } from '#features/booking/domain/party.ts'
import { getPassOn, passOn, takeBack } from '#features/booking/contract/replacement.ts'
import { getNextOffer, offerNext, recallOffer } from '#features/waitlist/contract/offers.ts'
import { takeOverPath } from '#shared/links.ts'
import { venue } from '#shared/venue.ts'
import { Button } from '#ui/button.tsx'
import { LinkToHandOn } from '#ui/copy-link.tsx'
import { FailureAlert } from '#ui/failure-alert.tsx'
import { useAnnounce } from '#ui/toast.tsx'
import { useApiMutation } from '#ui/use-api-mutation.ts'
import { useApiQuery } from '#ui/use-api-query.ts'
import type { GuestPart } from './guest-part.ts'
import { formatDayLong, formatTime, ranchDay } from '#shared/days.ts'

/** The part of the page about passing on; nothing while the spot cannot be passed on. */
export function PassOn({ reservation, onChanged }: GuestPart) {
  const announce = useAnnounce()
  const { uuid, status, totalPaid } = reservation
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
  if (!how && link.failed)
    return (
      <section aria-labelledby="pass-on">
        <h2 id="pass-on">Pass on your spot</h2>
        {unread}
      </section>
    )
  if (!how || how.state === 'closed') return null
  if (how.state === 'possible' && companionsOf(reservation.party).length > 0)
    return (
      <section aria-labelledby="pass-on">
        <h2 id="pass-on">Pass on your spot</h2>
        <p>
          You pay for others who still come. <a href={`mailto:${venue.email}`}>Write to us</a> who is to pay
          instead; then you can pass on your spot. Each of the others can pass on their own.
        </p>
      </section>
    )

  const paid = paidBy(reservation.party) ? 'was paid for you' : 'you paid'
  const busy = writes.some((write) => write.busy)
  const failed = writes.find((write) => write.failed)?.failed ?? null
  const act = async (send: () => Promise<{ ok: boolean } | null>, done: string) => {
    for (const { reset } of writes) reset()
    const answer = await send()
    if (answer?.ok) announce(done)
    again()
    onChanged()
  }
  const make = () => act(() => making.send({ body: { uuid } }), 'Made a link to pass on your spot')
  const end = () => act(() => ending.send(asked), 'Took the link back')
  const offer = () => act(() => offering.send({ body: { uuid } }), 'Offered your spot to the next in line')
  const recall = () => act(() => recalling.send(asked), 'Took the offer back')
  const offered = how.state !== 'passed_on' && next?.state === 'offered' ? next.until : null
  return (
    <section aria-labelledby="pass-on">
      <h2 id="pass-on">Pass on your spot</h2>
      {how.state === 'passed_on' ? (
        <p>Somebody has booked your spot. Your refund is on this page and in your email.</p>
      ) : offered !== null ? (
        <OfferedToNext paid={paid} until={offered} busy={busy} onRecall={() => void recall()} />
      ) : (
        <p>
          If somebody books through this link, 90% of what {paid} is refunded; until then the spot stays
          yours.
        </p>
      )}
      {how.state === 'possible' && offered === null && (
        <Button look="plain" busy={busy} onClick={() => void make()}>
          Make a link
        </Button>
      )}
      {how.state === 'possible' && next?.state === 'possible' && (
        <OfferToNext paid={paid} busy={busy} onOffer={() => void offer()} />
      )}
      {how.token !== null && (
        <LinkToHandOn
          path={takeOverPath(how.token)}
          title={reservation.eventName}
          buttons={
            how.state === 'booking' ? (
              <Button look="plain" onClick={again}>
                Look again
              </Button>
            ) : (
              <Button look="plain" busy={busy} onClick={() => void end()}>
                Take the link back
              </Button>
            )
          }
        >
          {how.state === 'booking' ? (
            <strong>Somebody is booking it at this moment.</strong>
          ) : (
            'Nobody has booked through it yet. Whoever has the link can, even when the retreat is full.'
          )}
        </LinkToHandOn>
      )}
      <FailureAlert failed={failed} />
      {unread}
    </section>
  )
}

/** The other way to pass on a spot: to whoever waits, in the order of the waitlist. */
function OfferToNext({ paid, busy, onOffer }: { paid: string; busy: boolean; onOffer: () => void }) {
  return (
    <>
      <p className="pass-on-next">
        Nobody in mind? People are waiting in line for this retreat. We offer your spot to the first, who has
        a day to answer, then to the next. When one of them takes it, your stay ends and 90% of what {paid}
        is refunded.
      </p>
      <Button look="plain" busy={busy} onClick={onOffer}>
        Offer it to the next in line
      </Button>
    </>
  )
}

interface OfferedToNextProps {
  /** An instant. */
  until: string
  /** `"you paid"` */
  paid: string
  busy: boolean
  onRecall: () => void
}

/** The spot is offered: until when, what follows, and the way back. */
function OfferedToNext({ until, paid, busy, onRecall }: OfferedToNextProps) {
  const end = new Date(until)
  return (
    <>
      <p>
        <strong>
          Offered to the next in line until {formatDayLong(ranchDay(end))}, {formatTime(end)} at the ranch.
        </strong>{' '}
        If they do not take it, the one after gets a turn. Once somebody does, 90% of what {paid} is refunded;
        until then the spot stays yours.
      </p>
      <Button look="plain" busy={busy} onClick={onRecall}>
        Take the offer back
      </Button>
    </>
  )
}
