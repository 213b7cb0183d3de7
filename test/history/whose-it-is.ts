/** What must hold of attempts, holds and private links: they stay with their guests (R44), and free spots wait for a mailbox (R46). */
import { openName } from '#platform/sealing.ts'
import { mailsTo } from '../support/booking/mailbox.ts'
import type { ReservationRow, Snapshot } from './snapshot.ts'
import type { Holder, World } from './world.ts'

interface Step {
  before: Snapshot
  after: Snapshot
  world: World
}

const nameOf = ({ site }: World, row: ReservationRow) =>
  openName(site.app.services.sealer, 'reservations', row)

function isOf(world: World, row: ReservationRow, { customerName, email }: Holder): boolean {
  const { sealer } = world.site.app.services
  return nameOf(world, row) === customerName && sealer.lookups(email).includes(row.emailHash ?? '')
}

/** A link shows the guest to whom it was given, and nobody else; and only who fills in an unpaid offer or is named in a place anew gets another. */
export const linksStayWithTheirGuests = ({ before, after, world }: Step): string[] => [
  ...after.reservations.flatMap((row) => {
    const holder = world.given.get(row.uuid)
    if (!holder || row.purgedAt !== null || isOf(world, row, holder)) return []
    return [
      `the link of ${holder.customerName} (${holder.email}) opens another guest's reservation ${row.id}`,
    ]
  }),
  ...before.reservations.flatMap((old) => {
    const row = after.reservations.find(({ id }) => id === old.id)
    if (!row || row.uuid === old.uuid) return []
    const isCompanion = old.partyId !== null && old.partyId !== old.id
    const isOffered = after.offers.some(({ reservationId }) => reservationId === old.id)
    const mayChange = old.status === 'pending' && (isCompanion || isOffered)
    return mayChange ? [] : [`reservation ${old.id} has another private link`]
  }),
]

/** Free parties and take-overs are confirmed by their mailbox, or by the one that was e-mailed an offer. */
export const freePartiesWait = ({ before, after, world }: Step): string[] =>
  after.reservations.flatMap((row) => {
    const old = before.reservations.find(({ id }) => id === row.id)
    const isNew = row.status === 'confirmed' && (!old || old.status === 'pending')
    const others = row.partyId === row.id || row.replacesId !== null
    if (!isNew || !others || row.price > 0) return []
    const isOffered = after.offers.some(({ reservationId }) => reservationId === row.id)
    const byAdmin = world.byHand.has(row.id) || world.regrouped.has(row.id)
    return isOffered || byAdmin || world.answered.has(row.uuid)
      ? []
      : [`reservation ${row.id} is confirmed for nothing before its mailbox answered`]
  })

/** No e-mail has the private link of a guest whose mailbox is another one; a companion without one has the payer's. */
export async function mailsToOthers(world: World, now: Snapshot): Promise<string[]> {
  const { app } = world.site
  const mails = await mailsTo({ request: app.request, runJobs: async () => {} }, '@')
  const addresses = [...world.given.values()].map(({ email }) => email)
  return mails.flatMap(({ to, subject, text }) => {
    const email = addresses.find((address) => to.includes(address))
    if (email === undefined) return []
    const hashes: readonly (string | null)[] = app.services.sealer.lookups(email)
    return now.reservations.flatMap((row) => {
      if (!text.includes(row.uuid) || row.emailHash === null || hashes.includes(row.emailHash)) return []
      return [`${email} is mailed the link of reservation ${row.id}, which is another guest's: ${subject}`]
    })
  })
}
