/**
 * The availability of an event as text and as a colored chip, and the action that the page offers because of it
 * (R10.4, R10.8).
 */
import type { EventSummary } from '#domain/events/contract/events.ts'

export type Spots = Pick<EventSummary, 'spotsLeft' | 'showWaitlist' | 'isFull' | 'cancelled'>

/** Fewer than 5 spots left count as few (R10.4). */
const FEW = 5

/** Returns the availability text shown on cards and on the event's page. */
export function availability(event: Spots): { words: string; tone: 'open' | 'few' | 'none' } {
  const { spotsLeft: left } = event
  if (event.cancelled) return { words: 'Canceled', tone: 'none' }
  if (event.isFull) {
    return {
      words: event.showWaitlist ? 'No spaces left, join the waitlist' : 'No spaces left',
      tone: 'none',
    }
  }
  if (left < FEW) return { words: `Only ${left} ${left === 1 ? 'Space' : 'Spaces'} Left`, tone: 'few' }
  return { words: 'Open for Registration', tone: 'open' }
}

export type FormAction = 'sign_up' | 'waitlist'

type EventAction = FormAction | 'full' | 'none' | 'cancelled'

/** Shown for a full event without a waitlist. */
export const FULL =
  'This retreat is currently full, please check back here in case there are any cancellations'

/** Shown for an event that the venue has canceled. */
export const CANCELLED = 'This retreat has been canceled.'

/**
 * Returns the action that an event's page offers: sign-up or waitlist. From the start day on, the page offers
 * none (R10.2).
 */
export function eventAction(event: Spots & Pick<EventSummary, 'hasHappened'>): EventAction {
  if (event.cancelled) return 'cancelled'
  if (event.hasHappened) return 'none'
  if (!event.isFull) return 'sign_up'
  return event.showWaitlist ? 'waitlist' : 'full'
}

export function opensForm(action: EventAction): action is FormAction {
  return action === 'sign_up' || action === 'waitlist'
}

/** Sorts events with free spots first, then events with a waitlist. Otherwise keeps their order (R31.1). */
export function bookableFirst<E extends EventSummary>(events: readonly E[]): E[] {
  const rank = (event: E) => {
    const action = eventAction(event)
    return action === 'sign_up' ? 0 : action === 'waitlist' ? 1 : 2
  }
  return events.toSorted((a, b) => rank(a) - rank(b))
}

/**
 * Returns the next events with free spots, for visitors who cannot book this one. Events of the same host come first
 * (R31.2).
 */
export function nextOpen<E extends EventSummary>(event: Pick<E, 'id' | 'host'>, events: readonly E[]): E[] {
  const others = events.filter((other) => other.id !== event.id && eventAction(other) === 'sign_up')
  const away = ({ host }: E) => (host !== null && host === event.host ? 0 : 1)
  return others.toSorted((a, b) => away(a) - away(b)).slice(0, SHOWN)
}

/** The number of events to suggest: as many cards as fit in a row on a wide screen. */
const SHOWN = 3

/** Renders the availability on a light chip, because its text color would not be readable on every event color. */
export function AvailabilityChip({ event }: { event: Spots }) {
  const { words, tone } = availability(event)
  return <span className={`chip on-sheet chip-${tone}`}>{words}</span>
}
