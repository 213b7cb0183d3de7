/**
 * Creates data for tests of attacks: other guests, whose data the caller must not see, and one stay that
 * belongs to the caller.
 */
import { eq } from 'drizzle-orm'
import { mailboxToken } from '#domain/booking/domain/mailbox.ts'
import { passOn } from '#domain/booking/contract/replacement.ts'
import { createGuest, type Guest } from '#test/support/booking/guest.ts'
import { makeFeedAddress } from '#domain/calendar/contract.ts'
import { makePreviewLink } from '#domain/events/contract/event.ts'
import { makeHostLink } from '#domain/guests/hosts/contract.ts'
import { offerToEntry } from '#domain/booking/waitlist/contract/admin.ts'
import { joinWaitlist, entryToken } from '#test/support/booking/waitlist.ts'
import { events } from '#platform/database/schema/events.ts'
import { waitlistEntries, waitlistOffers } from '#platform/database/schema/waitlist.ts'
import type { InputOf } from '#shared/endpoint.ts'
import type { TestApp } from '#test/support/app.ts'
import { makeEvent } from '#test/support/factories.ts'
import type { Own } from './database-state.ts'
import type { Known } from './random-values.ts'
import { HIDDEN, makeTargets } from './targets.ts'

export const NOW = new Date('2027-05-06T18:00:00Z')
/**
 * This event starts in less than 30 days. So the whole price is due immediately, and guests can pass on their
 * spots.
 */
const SOON = { startDateDate: '2027-05-27', cost: 90_000 }
const WHOLE = { amount: 90_000 }

export const VICTIM = {
  customerName: 'Vera Victim',
  email: 'vera@victim.example',
  address: '9 Quandong Court',
  foodAllergies: 'Quandong',
  medicalConditions: 'Quandong fever',
}

export interface Neighbors {
  /** Values that an attacker may know or guess. */
  known: Known
  /** Links of the caller's own stay. */
  mine: Known
  own: Own
  /** Texts that only admins, and the guest to whom a text belongs, may read. */
  secrets: string[]
  /** Texts that nobody may read, not even an admin. */
  keys: string[]
  /** One valid token for each kind of link. */
  tokens: Record<LinkKind, string>
}

export type LinkKind =
  | 'stay'
  | 'attendee'
  | 'host'
  | 'preview'
  | 'offer'
  | 'place'
  | 'take-over'
  | 'spots'
  | 'feed'

const NOBODY = '00000000-0000-4000-8000-000000000000'

export async function makeNeighbors(app: TestApp): Promise<Neighbors> {
  const { db } = app.services
  const { free, full, hidden } = await makeTargets(app)
  const [paid, soon] = [await makeEvent(db), await makeEvent(db, SOON)]
  const guest = createGuest(app)
  const stay = async (eventId: number, changes: object) => {
    const held = await guest.hold(eventId, changes)
    await guest.pay(held.clientSecret)
    return held
  }
  const deposit = await stay(paid.id, VICTIM)
  const whole = await stay(soon.id, { ...VICTIM, ...WHOLE })
  const mine = await stay(soon.id, { email: 'eve@example.test', ...WHOLE })
  await app.runJobs()
  const offer = await offerSpot(app, guest, full.id)
  const admin = await app.signIn({ admin: true })
  const link = await admin.call(makeHostLink, { body: { eventId: hidden.id, withMedical: true } })
  const draft = await makeEvent(db, { status: 'draft' })
  const preview = await admin.call(makePreviewLink, { body: { eventId: draft.id } })
  const passedOn = { theirs: await passedOnBy(guest, whole.uuid), mine: await passedOnBy(guest, mine.uuid) }
  const invoices = (await guest.look(deposit.uuid)).invoices.map(({ id }) => id)
  const ownInvoices = (await guest.look(mine.uuid)).invoices.map(({ id }) => id)
  const feed = await admin.call(makeFeedAddress)
  const { sessionSecret, settings } = app.services
  const attendee = (await guest.look(whole.uuid)).attendeeToken
  const tokens = {
    stay: whole.uuid,
    attendee,
    host: (link.ok && link.data.hostLink.token) || '',
    preview: (preview.ok && preview.data.token) || '',
    offer,
    place: await entryToken(app, { ...VICTIM, eventId: full.id }),
    'take-over': passedOn.theirs,
    spots: await heldSpotsOf(app, guest),
    feed: (feed.ok && feed.data.feed?.token) || '',
  }
  return {
    tokens,
    known: {
      id: [1, 2, 3, free.id, hidden.id],
      eventId: [free.id, full.id, hidden.id, paid.id, soon.id],
      eventUrlName: [free.urlName, hidden.urlName, soon.urlName],
      urlName: [hidden.urlName],
      invoiceId: [...invoices, ...ownInvoices],
      reservationId: [deposit.reservationId, mine.reservationId],
      paymentIntent: [deposit.paymentIntent, null],
      email: ['eve@example.test', VICTIM.email],
      amount: [0, 45_000, 90_000],
      attempt: ['a key of sixteen letters', null],
      uuid: [NOBODY],
      token: [NOBODY],
      offer: [NOBODY, null],
      replacement: [NOBODY, null],
      cursor: ['past_2030-01-01_1', 'current_2020-01-01_1', 1],
      dogName: ['Rex'],
    },
    mine: {
      uuid: [mine.uuid, mine.uuid, NOBODY],
      token: [passedOn.mine, NOBODY],
      replacement: [passedOn.mine],
    },
    own: { reservation: mine.reservationId, invoices: ownInvoices },
    secrets: [
      ...Object.values(HIDDEN),
      ...Object.values(VICTIM),
      ...[deposit, whole].flatMap(({ uuid, clientSecret }) => [uuid, clientSecret]),
      ...Object.values(tokens),
    ],
    keys: [
      sessionSecret,
      settings.dataKeys ?? '',
      settings.devAdminPassword ?? '',
      'sk_test_',
      'whsec_',
    ].filter(Boolean),
  }
}

/**
 * Creates a free sign-up for two guests. Returns the token of the e-mailed link that confirms the sign-up.
 */
async function heldSpotsOf({ services: { db, sealer } }: TestApp, guest: Guest): Promise<string> {
  const { id: eventId } = await makeEvent(db, { cost: 0 })
  const { email } = VICTIM
  const companions = [{ customerName: 'Wren Doe', email: null }]
  const made = await guest.order({ eventId, amount: 0, email, companions })
  return made.ok ? mailboxToken(sealer, { uuid: made.data.uuid, email }) : ''
}

async function passedOnBy(guest: Guest, uuid: string): Promise<string> {
  const made = await guest.browser.call(passOn, { body: { uuid } } satisfies InputOf<typeof passOn>)
  const token = made.ok ? made.data.passOn.token : null
  if (token === null) throw new Error('no link')
  return token
}

/** Adds another guest to a full event's waitlist and offers this guest a spot. Returns the offer's token. */
async function offerSpot(app: TestApp, guest: Guest, eventId: number): Promise<string> {
  const { db } = app.services
  const { customerName, email } = VICTIM
  await joinWaitlist(app, { customerName, email, eventId }, guest.browser)
  const [entry] = await db.select().from(waitlistEntries).where(eq(waitlistEntries.eventId, eventId))
  await db.update(events).set({ spots: 1 }).where(eq(events.id, eventId))
  const admin = await app.signIn({ admin: true })
  const offered = await admin.call(offerToEntry, { body: { id: entry?.id ?? 0 } })
  if (!offered.ok) throw new Error(offered.code)
  const [row] = await db.select().from(waitlistOffers)
  if (!row) throw new Error('no offer')
  return row.token
}
