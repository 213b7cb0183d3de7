/** Simulates many guests who have the page open and send their sign-ups at the same time. */
import { randomUUID } from 'node:crypto'
import { createGuest } from '#test/support/booking/guest.ts'
import { FAR_AHEAD, makeEvent, takeSpots } from '#test/support/factories.ts'
import type { OpenDatabase, Site } from './cluster.ts'

export const SPOTS = 11
const TAKEN = 8
export const FREE = SPOTS - TAKEN

export async function makeEventWithFewSpots(books: OpenDatabase, cost: number): Promise<number> {
  const { id } = await makeEvent(books.db, { cost, spots: SPOTS, ...FAR_AHEAD })
  await takeSpots(books, id, { spots: TAKEN })
  return id
}

interface SignUpBurst {
  /** The processes of the site. The guests' sign-ups are distributed evenly among them. */
  sites: Site[]
  guests: number
  eventId: number
  cost: number
}

/** Sends all sign-ups at the same time. Returns how often each kind of reply arrived. */
export async function signUpBurst({
  sites,
  guests,
  eventId,
  cost,
}: SignUpBurst): Promise<Record<string, number>> {
  const crowd = Array.from({ length: guests }, (_, index) => {
    const site = sites[index % sites.length]
    if (!site) throw new Error('no process to sign up at')
    return createGuest(site)
  })
  const intents = await Promise.all(
    crowd.map(async ({ browser, open }) => {
      if (cost > 0) return (await open(eventId, cost / 2)).paymentIntent
      await browser.fetch('/healthz')
      return null
    }),
  )
  const replies = await Promise.all(
    crowd.map(({ order }, index) => {
      const paymentIntent = intents[index] ?? null
      const email = `guest-${index}@example.test`
      return order({ eventId, email, amount: cost / 2, paymentIntent, attempt: randomUUID() })
    }),
  )
  const answers: Record<string, number> = {}
  for (const reply of replies) {
    const answer = reply.ok ? 'a spot' : `${reply.status} ${reply.code}: ${reply.message}`
    answers[answer] = (answers[answer] ?? 0) + 1
  }
  return answers
}

/**
 * Returns the replies that the test expects: one confirmed sign-up for each free spot, and "the event is
 * full" for every other guest.
 */
export const expectedAnswers = (guests: number) => ({
  'a spot': FREE,
  '409 event_full: No spaces left': guests - FREE,
})
