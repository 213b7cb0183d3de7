/**
 * Presses of buttons that must count without a signal: kept in this browser with their time, sent one after the other as
 * soon as the site answers. The same press may be sent twice; the site counts it once.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Failed } from '#shared/client.ts'
import type { Endpoint, InputOf, ReplyOf } from '#shared/endpoint.ts'
import { useCall } from '#ui/api.tsx'

/** A press that the site could not be told of is tried again, also where the browser does not notice the signal. */
const AGAIN_MS = 20_000

interface KeptOptions<E extends Endpoint, Body> {
  /** Names whose presses they are: no two pages share them. */
  of: string
  onSent: (reply: ReplyOf<E>, body: Body) => void
}

/** Storage may be refused or full: then a press lives as long as its page. */
function keptIn<Body>(key: string) {
  return {
    read: (): Body[] => {
      try {
        return JSON.parse(localStorage.getItem(key) ?? '[]') as Body[]
      } catch {
        return []
      }
    },
    write: (presses: Body[]) => {
      try {
        if (presses.length === 0) localStorage.removeItem(key)
        else localStorage.setItem(key, JSON.stringify(presses))
      } catch {
        // The page still has it.
      }
    },
  }
}

export function useKeptPresses<
  E extends Endpoint,
  Body extends (InputOf<E> extends { body: infer B } ? B : never),
>(endpoint: E, { of, onSent }: KeptOptions<E, Body>) {
  const call = useCall()
  const kept = keptIn<Body>(`presses:${endpoint.name}:${of}`)
  const [waiting, showWaiting] = useState<Body[]>([])
  const [failed, setFailed] = useState<Failed | null>(null)
  const queue = useRef<Body[]>([])
  const sending = useRef(false)
  const change = (presses: Body[]) => {
    queue.current = presses
    showWaiting(presses)
    kept.write(presses)
  }

  const send = async () => {
    if (sending.current) return
    sending.current = true
    try {
      for (let next = queue.current[0]; next !== undefined; next = queue.current[0]) {
        const answer = await call(endpoint, ...([{ body: next }] as never))
        if (!answer.ok && isPassing(answer)) return
        change(queue.current.slice(1))
        setFailed(answer.ok ? null : answer)
        if (answer.ok) onSent(answer.data, next)
      }
    } finally {
      sending.current = false
    }
  }
  const start = useEffectEvent(() => {
    // What another visit to the page left behind comes first.
    if (queue.current.length === 0) change(kept.read())
    void send()
  })
  useEffect(() => {
    start()
    const again = () => start()
    addEventListener('online', again)
    const timer = setInterval(again, AGAIN_MS)
    return () => {
      removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [])

  const press = (body: Body) => {
    setFailed(null)
    change([...queue.current, body])
    void send()
  }
  return { press, waiting, failed }
}

/** The same press may go through later: no signal, a site that is busy or being started again. */
const isPassing = ({ status }: Failed) => status === 0 || status === 429 || status >= 500
