import { useEffect, useEffectEvent, useState } from 'react'
import type { Call, Result } from '../client.ts'
import type { Endpoint, InputOf } from '../endpoint.ts'

type QueryOf<E> = InputOf<E> extends { query: infer Query } ? Query : never

interface Wanted<E> {
  query: QueryOf<E>
  /** What else the answer depends on, such as a version: when it changes, the question is asked again. */
  of?: number | string
}

/**
 * The answer to a question that a part of a page asks by itself; null until the first one is there. While the next
 * one is under way the one before stays, and `stale` says so. `again` asks once more.
 */
export function useRead<E extends Endpoint>(call: Call, endpoint: E, { query, of = '' }: Wanted<E>) {
  const [read, setRead] = useState<{ key: string; found: Result<E> } | null>(null)
  const [asked, setAsked] = useState(0)
  const key = JSON.stringify([query, of, asked])
  const ask = useEffectEvent(() => call(endpoint, ...([{ query }] as never)))
  useEffect(() => {
    let wanted = true
    const run = async () => {
      const found = await ask()
      if (wanted) setRead({ key, found })
    }
    void run()
    return () => {
      wanted = false
    }
  }, [key])
  return {
    found: read?.found ?? null,
    stale: read?.key !== key,
    again: () => setAsked((before) => before + 1),
  }
}
