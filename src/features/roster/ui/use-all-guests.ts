import { startTransition, useEffect, useMemo, useState } from 'react'
import type { Call } from '#shared/client.ts'
import { type Guest, listGuests } from '../contract.ts'

interface AllGuests {
  /** The guests that have come, the first to sign up first. */
  guests: Guest[]
  /** How many are still to come. */
  missing: number
  /** Why they do not come, or not as they are by now, in words; null while all goes well. */
  failure: string | null
  again: () => void
}

interface Where {
  eventId: number
  count: number
  call: Call
}

/**
 * All guests of an event. The first ones come with the page, so that it stays short (R20.7); the others are
 * asked for once it is there, and shown together, so that no row moves more than once.
 */
export function useAllGuests(first: Guest[], { eventId, count, call }: Where): AllGuests {
  const [rest, setRest] = useState<Guest[]>([])
  const [failed, setFailed] = useState<{ first: Guest[]; words: string } | null>(null)
  const whole = first.length >= count
  // The further guests are read again when the page's data comes again.
  const failure = failed?.first === first && !whole ? failed.words : null
  const asking = !whole && failure === null

  useEffect(() => {
    if (!asking) return undefined
    let wanted = true
    const ask = async () => {
      const found = await readAfter(lastOf(first), (after) =>
        call(listGuests, { query: { id: eventId, after } }),
      )
      if (!wanted) return
      if (typeof found === 'string') setFailed({ first, words: found })
      else startTransition(() => setRest(found))
    }
    void ask()
    return () => {
      wanted = false
    }
    // This runs also when the page's data came again: the further guests may have changed too.
  }, [first, asking, eventId, call])

  const guests = useMemo(
    () => (whole ? first : [...first, ...rest.filter(({ id }) => id > lastOf(first))]),
    [first, rest, whole],
  )
  const missing = Math.max(0, count - guests.length)
  return { guests, missing, failure, again: () => setFailed(null) }
}

const lastOf = (guests: Guest[]) => guests.at(-1)?.id ?? 0

type Page = { ok: true; data: { guests: Guest[]; next: number | null } } | { ok: false; message: string }

/** All pages in turn; the words of the first failure. */
export async function readAfter(
  last: number,
  read: (after: number) => Promise<Page>,
): Promise<Guest[] | string> {
  const found: Guest[] = []
  for (let after: number | null = last; after !== null;) {
    const page = await read(after)
    if (!page.ok) return page.message
    found.push(...page.data.guests)
    after = page.data.next
  }
  return found
}
