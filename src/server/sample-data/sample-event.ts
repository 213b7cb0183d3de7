/** The shape of a sample event: days are counted from the day of the first start. */
import type { events } from '#platform/database/schema/events.ts'

type EventColumns = typeof events.$inferInsert
type DatedColumns = 'startDate' | 'startDateDate' | 'endDate' | 'endDateDate' | 'hostCell' | 'adminEmail'

export interface SampleEvent {
  event: Omit<EventColumns, DatedColumns>
  /** Negative: it has been. */
  startsIn: number
  /** Both ends counted. */
  days: number
  /** In the owner's words, after the date. */
  arrive: string
  leave: string
  photos: { url: string }[]
  /** How many spots are taken. */
  guests: number
  /** How many people wait. */
  waiting?: number
  /** How many have joined the waitlist without confirming their address. */
  unconfirmed?: number
  /** What one guest has asked for beyond the stay, in cents. */
  extra?: { description: string; amount: number }
  /** The guest, counted from 0, whose reminder of the details came back yesterday. */
  cameBack?: number
  /** The guests' data is deleted, as it is for every event some time after its end. */
  purged?: boolean
}

/** A picture of the library in `content/pictures`; the page finds the other sizes by the name. */
export function picture(name: string): string {
  return `/pictures/${name}-1600.webp`
}

/** Photos of the library, which has the words for those who do not see them. */
export function photos(...names: string[]): SampleEvent['photos'] {
  return names.map((name) => ({ url: picture(name) }))
}

/** Paragraphs as they are stored: separated by a blank line. */
export function paragraphs(...texts: string[]): string {
  return texts.join('\n\n')
}
