import { startTransition, useEffect, useMemo, useState } from 'react'
import type { Failed } from '#shared/client.ts'
import { useCall } from '#ui/api.tsx'
import { type Guest, listGuests } from '../contract.ts'

interface AllGuests {
  /** The guests that have come, the first to sign up first. */
  guests: Guest[]
  /** How many are still to come. */
  missing: number
  /** Why they do not come, or not as they are by now; null while all goes well. */
  failed: Failed | null
  again: () => void
}

/**
 * All guests of an event. The first ones come with the page, so that it stays short (R20.7); the others are
 * asked for once it is there, and shown together, so that no row moves more than once.
 */
export function useAllGuests(first: Guest[], of: { eventId: number; count: number }): AllGuests {
  const { eventId, count } = of
  const call = useCall()
  const [rest, setRest] = useState<Guest[]>([])
  const [trouble, setTrouble] = useState<{ first: Guest[]; failed: Failed } | null>(null)
  const whole = first.length >= count
  // The further guests are read again when the page's data comes again.
  const failed = trouble?.first === first && !whole ? trouble.failed : null
  const asking = !whole && failed === null

  useEffect(() => {
    if (!asking) return undefined
    let wanted = true
    const ask = async () => {
      const found = await readAfter(lastOf(first), (after) =>
        call(listGuests, { query: { id: eventId, after } }),
      )
      if (!wanted) return
      if ('ok' in found) setTrouble({ first, failed: found })
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
  return { guests, missing, failed, again: () => setTrouble(null) }
}

const lastOf = (guests: Guest[]) => guests.at(-1)?.id ?? 0

type Page = { ok: true; data: { guests: Guest[]; next: number | null } } | Failed

/** All pages in turn, or the first failure. */
export async function readAfter(
  last: number,
  read: (after: number) => Promise<Page>,
): Promise<Guest[] | Failed> {
  const found: Guest[] = []
  for (let after: number | null = last; after !== null;) {
    const page = await read(after)
    if (!page.ok) return page
    found.push(...page.data.guests)
    after = page.data.next
  }
  return found
}
