import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Day } from '#shared/days.ts'
import type { Failed } from '#shared/client.ts'
import type { Endpoint, InputOf, ReplyOf } from '#shared/endpoint.ts'
import { useCall } from '#app/ui/api.tsx'
import {
  isSamePress,
  storePress,
  listStoredPresses,
  type StoredPress,
  type PressBody,
  sendPresses,
  type SentPress,
} from './stored-presses.ts'

/**
 * Milliseconds between two attempts to send a press of a button to the site. The page keeps trying, because a
 * browser may not notice that the signal is back.
 */
const AGAIN_MS = 20_000

interface StoredPressesOptions<E extends Endpoint, Body> {
  /** Who or what the presses belong to: a guest's uuid, a host's token or an event. */
  of: string
  until: Day
  /**
   * Called when a press was sent, with the reply. The reply is null if another page or the service worker
   * sent the press.
   */
  onSent: (reply: ReplyOf<E> | null, body: Body) => void
}

type BodyOf<E extends Endpoint> = E extends unknown
  ? InputOf<E> extends { body: infer B extends PressBody }
    ? B
    : never
  : never

const isIn = (presses: StoredPress[], press: StoredPress) => presses.some((each) => isSamePress(each, press))

/**
 * Stores and sends the presses of a page's arrival buttons. `stored-presses.ts` keeps each press until the
 * site has replied.
 */
export function useStoredPresses<E extends Endpoint>(
  endpoint: E,
  { of, until, onSent }: StoredPressesOptions<E, BodyOf<E>>,
) {
  const call = useCall()
  const [waiting, setWaiting] = useState<StoredPress[]>([])
  const [failed, setFailed] = useState<Failed | null>(null)
  const shown = useRef<StoredPress[]>([])
  const show = (presses: StoredPress[]) => {
    shown.current = presses
    setWaiting(presses)
  }
  const isMine = (press: StoredPress) => press.endpoint.name === endpoint.name && press.of === of
  const reportSent = ({ press, answer }: SentPress | { press: StoredPress; answer: null }) => {
    if (answer && !answer.ok) setFailed(answer)
    else onSent(answer && (answer.data as ReplyOf<E>), press.body as BodyOf<E>)
  }

  const send = async () => {
    const before = (await listStoredPresses()).filter(isMine)
    if (before.length > 0) show(before)
    const sent = await sendPresses(call, isMine)
    const kept = (await listStoredPresses()).filter(isMine)
    const known = [...kept, ...sent.map(({ press }) => press)]
    const beside = shown.current.filter((press) => !isIn(known, press))
    for (const each of sent) reportSent(each)
    for (const press of beside) reportSent({ press, answer: null })
    show(kept)
  }
  const again = useEffectEvent(() => void send())
  useEffect(() => {
    const start = () => again()
    // First sends the presses that an earlier visit has left.
    const first = setTimeout(start)
    const timer = setInterval(start, AGAIN_MS)
    addEventListener('online', start)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
      removeEventListener('online', start)
    }
  }, [])

  const press = async (body: BodyOf<E>) => {
    setFailed(null)
    await storePress({ endpoint, of, body, until })
    await send()
  }
  return { press, waiting: waiting.map(({ body }) => body as BodyOf<E>), failed }
}
