/**
 * Whether an event has free spots, as text and as a colored label, and whether its page offers sign-up or the
 * waitlist (R10.4, R10.8).
 */
import type { EventSummary } from '#domain/events/contract/events.ts'

export type Spots = Pick<EventSummary, 'spotsLeft' | 'showWaitlist' | 'isFull' | 'cancelled'>

/** If fewer than 5 spots are free, the text says how many (R10.4). */
const FEW = 5

/** Returns the text about an event's free spots, for cards and the event's page. */
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

type EventAction = FormAction | 'full' | 'none' | 'cancelled' | 'unpublished'

export const FULL =
  'This retreat is currently full, please check back here in case there are any cancellations'

/** What staff and a preview link see of an event that visitors cannot see yet (R58.4). */
export const NOT_PUBLISHED = 'Nobody can sign up yet.'

export const CANCELLED = 'This retreat has been canceled.'

/**
 * Returns whether an event's page offers sign-up or the waitlist. From the event's start day on, and before the
 * event is published, the page offers neither (R10.2).
 */
export function eventAction(event: Spots & Pick<EventSummary, 'hasHappened' | 'unpublished'>): EventAction {
  if (event.cancelled) return 'cancelled'
  if (event.hasHappened) return 'none'
  if (event.unpublished) return 'unpublished'
  if (!event.isFull) return 'sign_up'
  return event.showWaitlist ? 'waitlist' : 'full'
}

export function opensForm(action: EventAction): action is FormAction {
  return action === 'sign_up' || action === 'waitlist'
}

/**
 * Sorts events: first events with free spots, then events with a waitlist. Otherwise keeps the order of the
 * events (R31.1).
 */
export function bookableFirst<E extends EventSummary>(events: readonly E[]): E[] {
  const rank = (event: E) => {
    const action = eventAction(event)
    return action === 'sign_up' ? 0 : action === 'waitlist' ? 1 : 2
  }
  return events.toSorted((a, b) => rank(a) - rank(b))
}

/**
 * Returns upcoming events with free spots, for visitors who cannot sign up for `event`. Events of the same
 * host come first (R31.2).
 */
export function nextOpen<E extends EventSummary>(event: Pick<E, 'id' | 'host'>, events: readonly E[]): E[] {
  const others = events.filter((other) => other.id !== event.id && eventAction(other) === 'sign_up')
  const away = ({ host }: E) => (host !== null && host === event.host ? 0 : 1)
  return others.toSorted((a, b) => away(a) - away(b)).slice(0, SHOWN)
}

/** The largest number of events to suggest. This number of cards fits in a row on a wide screen. */
const SHOWN = 3

/**
 * Renders a label about an event's free spots. The label has a light background, because its text is not
 * readable on every event's color.
 */
export function AvailabilityChip({ event }: { event: Spots }) {
  const { words, tone } = availability(event)
  return <span className={`chip on-sheet chip-${tone}`}>{words}</span>
}
