/** What all rows of a filling share: where they go, by what chance they are, and the numbers they get. */
import type { Database } from '#platform/database/database.ts'
import type { Sealer } from '#platform/sealing.ts'
import { type SampleGuest, sampleGuest } from '#server/sample-data/guests.ts'
import { addDays, type Day, ranchInstant } from '#shared/days.ts'
import type { PlannedEvent } from './plan.ts'
import type { Chance } from './random.ts'
import type { Writer } from './writer.ts'

export interface FillWith {
  db: Database
  sealer: Sealer
  now: Date
  /** Of the settings: after that the guests of an event are emptied. */
  purgeAfterDays: number
  /** Whether payments by card may be made up: the provider is our sandbox, which is told of them too. */
  sandbox: boolean
}

export interface House extends FillWith {
  writer: Writer
  chance: Chance
  today: Day
  numbers: Numbers
  /** This installation's name in the provider's metadata. */
  siteId: string
}

/** How long a spot is held for the first in line. */
export const OFFER_HOURS = 24

type Counted = 'reservation' | 'invoice' | 'payment' | 'refund' | 'email' | 'waitlist' | 'offer' | 'person'

export interface Numbers {
  next(of: Counted): number
}

export function countNumbers(): Numbers {
  const last = new Map<Counted, number>()
  return {
    next: (of) => {
      const number = (last.get(of) ?? 0) + 1
      last.set(of, number)
      return number
    },
  }
}

/** The next of the sample people, with an address of their own. */
export function personOf({ numbers }: House): SampleGuest {
  const index = numbers.next('person')
  const person = sampleGuest(index)
  return { ...person, email: person.email.replace('@', `.${index}@`) }
}

/** When an event's guests were emptied; null while they are known. */
export function purgeOf({ now, purgeAfterDays }: House, { end }: PlannedEvent): Date | null {
  const at = ranchInstant(addDays(end, purgeAfterDays + 1), 3)
  return at <= now ? at : null
}
