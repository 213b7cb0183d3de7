import { useEffect, useEffectEvent, useState } from 'react'
import type { Call, Result } from '#shared/client.ts'
import type { Endpoint, InputOf, ReplyOf } from '#shared/endpoint.ts'

type QueryOf<E> = InputOf<E> extends { query: infer Query } ? Query : never

interface Wanted<E> {
  query: QueryOf<E>
  /** A further key of the answer, such as a version: when it changes, the query runs again. */
  of?: number | string
}

interface Read<E> {
  key: string
  found: Result<E>
  /** The last that came. */
  data: ReplyOf<E> | null
}

/**
 * The answer to a question that a part of a page asks by itself; null until the first one is there. While the next
 * one is under way, or has failed, `data` stays what it was, and `stale` says so. `again` asks once more.
 */
export function useApiQuery<E extends Endpoint>(call: Call, endpoint: E, { query, of = '' }: Wanted<E>) {
  const [read, setRead] = useState<Read<E> | null>(null)
  const [asked, setAsked] = useState(0)
  const key = JSON.stringify([query, of, asked])
  const ask = useEffectEvent(() => call(endpoint, ...([{ query }] as never)))
  useEffect(() => {
    let wanted = true
    const run = async () => {
      const found = await ask()
      if (wanted) setRead((before) => ({ key, found, data: found.ok ? found.data : (before?.data ?? null) }))
    }
    void run()
    return () => {
      wanted = false
    }
  }, [key])
  return {
    found: read?.found ?? null,
    data: read?.data ?? null,
    stale: read?.key !== key || !read.found.ok,
    again: () => setAsked((before) => before + 1),
  }
}
