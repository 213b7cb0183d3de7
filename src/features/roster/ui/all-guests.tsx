import { useDeferredValue, useMemo, useState } from 'react'
import { useInfiniteApiQuery } from '#ui/use-api-query.ts'
import { type Guest, listGuests } from '../contract.ts'
import type { Failed } from '#shared/client.ts'
import { FailureAlert } from '#ui/alert.tsx'

/**
 * All guests of an event. The first ones come with the page, so that it stays short (R20.7); the others are
 * asked for once it is there, and shown together, so that no row moves more than once.
 * @returns the guests that have come, the first to sign up first, and how many are still to come
 */
export function useAllGuests(first: Guest[], { eventId, count }: { eventId: number; count: number }) {
  const whole = first.length >= count
  // The further guests are read again when the page's data comes again: they may have changed too.
  const [seen, setSeen] = useState({ first, version: 0 })
  if (seen.first !== first) setSeen({ first, version: seen.version + 1 })
  const { pages, failed, refetch } = useInfiniteApiQuery(listGuests, {
    first: lastOf(first),
    inputOf: (after) => ({ query: { id: eventId, after } }),
    next: (page) => page.next,
    enabled: !whole,
    version: seen.version,
    all: true,
  })
  const rest = useDeferredValue(pages)
  const guests = useMemo(() => {
    const others = rest?.flatMap((page) => page.guests) ?? []
    return whole ? first : [...first, ...others.filter(({ id }) => id > lastOf(first))]
  }, [first, rest, whole])
  const missing = Math.max(0, count - guests.length)
  return { guests, missing, failed: whole ? null : failed, again: refetch }
}

const lastOf = (guests: Guest[]) => guests.at(-1)?.id ?? 0

interface RestOfGuestsProps {
  /** How many guests are not in the table yet. */
  missing: number
  failed: Failed | null
  onAgain: () => void
}

/** The line below a table that is not complete yet: how many are missing; nothing once it is. */
export function RestOfGuests({ missing, failed, onAgain }: RestOfGuestsProps) {
  if (failed === null)
    return missing > 0 && <output className="note">{moreGuests(missing)} are loading…</output>
  const title =
    missing > 0
      ? `${moreGuests(missing)} could not be loaded`
      : 'Not all guests could be reloaded. Some may have changed'
  return <FailureAlert failed={failed} title={title} onRetry={onAgain} />
}

export function moreGuests(missing: number): string {
  return missing === 1 ? 'One more guest' : `${missing} more guests`
}
