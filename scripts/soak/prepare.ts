/** The site in which visitors come and go: filled before the site starts on it. */
import { composeBooking } from '#features/booking/compose.ts'
import sharp from 'sharp'
import type { Database } from '#platform/database/database.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import { makeEvent } from '#testing/factories.ts'
import { waitlistPort } from '#features/waitlist/index.ts'
import { compareWithProvider } from '#features/reconciliation/compare.ts'
import { ENVIRONMENT, fillLocalSite, openLocalSite, type Where } from '../bench/local-site.ts'
import { bigEvent, TERMS_HASH } from '#testing/scale/fill.ts'
import type { Target } from './visitors.ts'

const SIZE = { events: 200, reservations: 2000 }
/** Events that guests sign up for; no one of them fills up. */
const OPEN_EVENTS = 20
const SPOTS = 5000

export async function prepareSoak(
  where: Where,
): Promise<{ place: Omit<Target, 'address'>; env: Record<string, string> }> {
  await using local = await openLocalSite(where)
  await fillLocalSite(local, SIZE)
  const eventIds = await openEvents(local.services.db)
  const [session = ['', '']] = (await local.signIn({ admin: true })).cookies
  return {
    place: { session, eventIds, big: bigEvent(SIZE), picture: await makePicture() },
    env: {
      ...ENVIRONMENT,
      DATA_DIR: where.folder,
      // The one that the admin's session was made for; the port is another.
      PUBLIC_URL: local.services.settings.publicUrl,
      JOBS_EVERY_SECONDS: '5',
      ...(where.postgres ? { DATABASE_URL: where.postgres } : {}),
    },
  }
}

async function openEvents(db: Database): Promise<number[]> {
  const start = addDays(ranchDay(new Date()), 120)
  const ids: number[] = []
  for (let day = 0; day < OPEN_EVENTS * 3; day += 3) {
    const days = { startDateDate: addDays(start, day), endDateDate: addDays(start, day + 2) }
    ids.push((await makeEvent(db, { urlName: `soaking-${day}`, ...days, spots: SPOTS })).id)
  }
  return ids
}

async function makePicture() {
  const [width, height] = [1600, 1200]
  const plain = sharp({ create: { width, height, channels: 3, background: '#8F3A20' } })
  return Buffer.from(new Uint8Array(await plain.jpeg().toBuffer()))
}

/** After so long no payment is taken to be on its way any more. */
const LATER_MS = 2 * 3_600_000

const later = () => new Date(Date.now() + LATER_MS)

/** After the crowd has gone: our books against the provider's, to the cent, by the site's own nightly proof. */
export async function proveAtEnd(
  where: Where,
): Promise<{ payments: number; received: number; differences: number }> {
  await using local = await openLocalSite(where)
  const { services, provider } = local
  const given = { ...services, provider, waitlist: waitlistPort, termsHash: TERMS_HASH, now: later }
  const proof = await compareWithProvider(composeBooking(given))
  if (typeof proof === 'string') throw new Error(`The proof was ${proof}`)
  return { payments: proof.payments, received: proof.ours.received, differences: proof.differences.length }
}
