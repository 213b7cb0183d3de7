/**
 * Lets a host or an admin mark a guest as arrived on the kitchen sheet, even without a signal (R36.4). Such a
 * mark is called a tick.
 */
import { useState } from 'react'
import type { Day } from '#shared/days.ts'
import { formatTime } from '#shared/format-days.ts'
import { Button } from '#app/ui/button.tsx'
import { type ArrivalShown, tickByAdmin, tickByHost } from '#domain/onsite/arrival/contract.ts'
import { arrivalText } from '#domain/onsite/arrival/rules.ts'
import { useStoredPresses } from '../guest/arrival/use-stored-presses.ts'
import { Text, Verbatim } from '#app/ui/text.tsx'

interface Tick {
  reservationId: number
  here: boolean
  at: string
}

export interface TicksOf {
  /** The token of the host's link, or null for an admin. */
  token: string | null
  /**
   * The name under which the browser stores the guests that an admin has marked as arrived, until the site
   * has received the marks.
   */
  of: string
  until: Day
}

/** Returns a function `tick` that marks a guest as arrived, with the host's token or as an admin. */
export function useTicks({ token, of, until }: TicksOf) {
  const [known, setKnown] = useState<ReadonlyMap<number, Partial<ArrivalShown>>>(new Map())
  const { press, waiting, failed } = useStoredPresses(token === null ? tickByAdmin : tickByHost, {
    of: token ?? of,
    until,
    onSent: (reply, { reservationId, here, at }) => {
      const now = reply ? reply.arrival : { hereAt: here ? at : null }
      setKnown((before) => new Map(before).set(Number(reservationId), now))
    },
  })
  return {
    tick: (guest: Tick) => void press(token === null ? guest : { token, ...guest }),
    /** The site's reply for each guest that was marked since the page was loaded, by reservation id. */
    known,
    waiting: waiting.map((tick) => ({ ...tick, reservationId: Number(tick.reservationId) })),
    failed,
  }
}

interface ArrivalTickProps {
  reservationId: number
  /** The guest's name, for the button's label. Screen readers may read the button alone. */
  name: string
  arrival: ArrivalShown
  ticking: ReturnType<typeof useTicks>
  /** True for a reader who may not mark guests as arrived. */
  readOnly?: boolean
}

/** Renders when a guest will arrive or has arrived, and the button that marks the guest as arrived. */
export function ArrivalTick({ reservationId, name, arrival, ticking, readOnly = false }: ArrivalTickProps) {
  const { told, hereAt, leftPavementAt } = { ...arrival, ...ticking.known.get(reservationId) }
  const waiting = ticking.waiting.findLast((tick) => tick.reservationId === reservationId)
  const here = waiting ? (waiting.here ? waiting.at : null) : hereAt
  const tick = () => ticking.tick({ reservationId, here: here === null, at: new Date().toISOString() })
  const expected = told ? arrivalText(told) : 'No time given'
  return (
    <span className="arrival-tick">
      <span>
        <Text>
          {here === null ? expected : `Here since ${clock(here)}`}
          {here === null && leftPavementAt && `. Left the pavement at ${clock(leftPavementAt)}`}
          {waiting && '. It will be sent when there’s a signal'}
        </Text>
      </span>
      {!readOnly && (
        <Button look="plain" onClick={tick} className="arrival-tick-button">
          <Text>{here === null ? 'Is here' : 'Undo'}</Text>
          <span className="visually-hidden">
            <Text>: </Text>
            <Verbatim>{name}</Verbatim>
          </span>
        </Button>
      )}
    </span>
  )
}

const clock = (instant: string) => formatTime(new Date(instant))
