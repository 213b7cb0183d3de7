/** Answers the calls of a guest who offers the spot to the next on the waitlist. */
import type { Database } from '#platform/database/database.ts'
import { bind, type Bound, fail } from '#platform/http/bind.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { passOnProblem, type StayFacts } from '#features/booking/domain/replacement.ts'
import {
  type BookingDeps,
  findOpenToken,
  findReplacing,
  findReservationByUuid,
  auditReservation,
  readStay,
  withStay,
} from '#features/booking/index.ts'
import { findEvent } from '#features/events/index.ts'
import { getNextOffer, offerNext, recallOffer } from '../contract/offers.ts'
import { endOffer } from '../end-offer.ts'
import { offerStay } from '../replacement-offers.ts'
import { nextInLine, type Offering, offersRun } from '../rules.ts'
import { listWanted } from '../store/entries.ts'
import { findOffer, findOfferOfStay, isBeingPaid, reconcileOffers } from '../store/offers.ts'

const MINUTE = 60_000
const BY = { actor: 'guest' }

export function passOnHandlers(deps: BookingDeps): Bound[] {
  return [
    bind(getNextOffer, async ({ query: { uuid } }) => {
      const state = await read(deps, uuid)
      return typeof state === 'string' ? fail(state) : state
    }),
    bind(offerNext, async ({ body: { uuid } }) => {
      const state = await offer(deps, uuid)
      return typeof state === 'string' ? fail(state) : { nextOffer: state }
    }),
    bind(recallOffer, async ({ query: { uuid } }) => {
      const state = await recall(deps, uuid)
      return typeof state === 'string' ? fail(state) : { nextOffer: state }
    }),
  ]
}

async function read(
  { db, now }: BookingDeps,
  uuid: string,
): Promise<AnswerOf<typeof getNextOffer> | 'not_found' | 'purged'> {
  const row = await findReservationByUuid(db, uuid)
  const event = row && (await findEvent(db, row.eventId))
  if (!row || !event) return 'not_found'
  if (row.purgedAt) return 'purged'
  const stay = await readStay(db, { row, event, now: now() })
  return stateOf(db, { id: row.id, event, stay, now: now() })
}

interface Looked {
  id: number
  event: Offering & { id: number }
  stay: StayFacts
  now: Date
}

async function stateOf(
  db: Database,
  { id, event, stay, now }: Looked,
): Promise<AnswerOf<typeof getNextOffer>> {
  const offered = await findOfferOfStay(db, id)
  if (offered && stay.status === 'confirmed' && !stay.eventCancelled)
    return { state: 'offered', until: offered.expiresAt }
  const possible =
    passOnProblem(stay) === null &&
    offersRun(event, now) &&
    (await findOpenToken(db, id)) === null &&
    !(await findReplacing(db, id)) &&
    nextInLine(await listWanted(db, event.id), 1).length > 0
  return { state: possible ? 'possible' : 'closed', until: null }
}

/** Under the locks of the event and the stay: pressed twice it is one offer. */
async function offer(deps: BookingDeps, uuid: string) {
  return withStay(deps, uuid, async (tx, { event, row, stay, now }) => {
    await reconcileOffers(tx, event.id, now)
    if (!(await findOfferOfStay(tx, row.id))) {
      const problem = passOnProblem(stay)
      if (problem) return problem
      if ((await findOpenToken(tx, row.id)) !== null) return 'link_open'
      if (!(await offerStay(tx, deps, { event, stayId: row.id, now, by: BY }))) return 'nobody_waits'
      await auditReservation(tx, deps, { row, action: 'replacement.offered_to_line', by: BY, now })
    }
    return stateOf(tx, { id: row.id, event, stay, now })
  })
}

/** Takes the offer back. Not while somebody pays: they were promised the spot for as long as a hold at sign-up lasts. */
async function recall(deps: BookingDeps, uuid: string) {
  const row = await findReservationByUuid(deps.db, uuid)
  if (!row) return 'not_found'
  if (row.purgedAt) return 'purged'
  const offered = await findOfferOfStay(deps.db, row.id)
  const found = offered && (await findOffer(deps.db, { token: offered.token }))
  if (found) {
    const since = new Date(deps.now().getTime() - deps.settings.holdMinutes * MINUTE)
    if (await isBeingPaid(deps.db, { holdId: offered.holdId, since })) return 'being_booked'
    const ended = await endOffer(deps, found, { as: { offer: 'withdrawn', entry: 'waiting' }, by: BY })
    if (ended === 'payment_processing' || ended === 'payment_arrived') return 'being_booked'
    if (ended === 'changed_meanwhile') return ended
  }
  const taker = await findReplacing(deps.db, row.id)
  return taker?.status === 'confirmed' ? 'passed_on' : read(deps, uuid)
}
