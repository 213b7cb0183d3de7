/** Within 30 days a guest who cannot come passes on the spot (R6.1). */
import { useState } from 'react'
import { getPassOn, passOn, takeBack } from '#features/booking/contract/replacement.ts'
import { getNextOffer, offerNext, recallOffer } from '#features/waitlist/contract/pass-on.ts'
import type { Result } from '#shared/client.ts'
import { takeOverPath } from '#shared/links.ts'
import { Button } from '#ui/button.tsx'
import { CopyLink } from '#ui/copy-link.tsx'
import { Notice } from '#ui/notice.tsx'
import { useRead } from '#ui/use-read.ts'
import type { GuestPart } from './guest-part.ts'
import { PassOnLink } from './pass-on-link.tsx'
import { OfferedToNext, OfferToNext } from './pass-on-next.tsx'

type Answer =
  | Result<typeof passOn>
  | Result<typeof takeBack>
  | Result<typeof offerNext>
  | Result<typeof recallOffer>

/** The part of the page about passing on; nothing while the spot cannot be passed on. */
export function PassOn(part: GuestPart) {
  const { reservation, call, onChanged, say } = part
  const { uuid, status, totalPaid } = reservation
  const asked = { query: { uuid }, of: `${status} ${totalPaid}` }
  const { data: how, again: againHow } = useRead(call, getPassOn, asked)
  const { data: next, again: againNext } = useRead(call, getNextOffer, asked)
  const [busy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  if (!how || how.state === 'closed') return null

  const again = () => {
    againHow()
    againNext()
  }
  const act = async (work: () => Promise<Answer>, done: string) => {
    setBusy(true)
    setTrouble(null)
    const answer = await work()
    setBusy(false)
    if (answer.ok) say(done)
    else setTrouble(answer.message)
    again()
    await onChanged()
  }
  const make = () => act(() => call(passOn, { body: { uuid } }), 'Made a link to pass on your spot')
  const end = () => act(() => call(takeBack, { query: { uuid } }), 'Took the link back')
  const offer = () => act(() => call(offerNext, { body: { uuid } }), 'Offered your spot to the next in line')
  const recall = () => act(() => call(recallOffer, { query: { uuid } }), 'Took the offer back')
  const offered = how.state !== 'passed_on' && next?.state === 'offered' ? next.until : null
  return (
    <section aria-labelledby="pass-on">
      <h2 id="pass-on">Pass on your spot</h2>
      {how.state === 'passed_on' ? (
        <p>Somebody has booked your spot. What comes back to you is on this page and in your mail.</p>
      ) : offered !== null ? (
        <OfferedToNext until={offered} busy={busy} onRecall={() => void recall()} />
      ) : (
        <p>
          If somebody books through this link, 90% of what you paid comes back by itself; until then the spot
          stays yours.
        </p>
      )}
      {how.state === 'possible' && offered === null && (
        <Button look="plain" busy={busy} onClick={() => void make()}>
          Make a link
        </Button>
      )}
      {how.state === 'possible' && next?.state === 'possible' && (
        <OfferToNext busy={busy} onOffer={() => void offer()} />
      )}
      {how.token !== null && (
        <PassOnLink
          path={takeOverPath(how.token)}
          eventName={reservation.eventName}
          booking={how.state === 'booking'}
        >
          <CopyLink path={takeOverPath(how.token)} say={say} />
          {how.state === 'booking' ? (
            <Button look="plain" onClick={again}>
              Look again
            </Button>
          ) : (
            <Button look="plain" busy={busy} onClick={() => void end()}>
              Take the link back
            </Button>
          )}
        </PassOnLink>
      )}
      {trouble !== null && <Notice tone="bad" title={trouble} />}
    </section>
  )
}
