/** The sample codes (R22.8): a percentage off, an amount for one retreat, and a price that guests name. Two guests came by one. */
import { eq } from 'drizzle-orm'
import { recordDiscounts } from '#features/codes/index.ts'
import { recordAudit } from '#platform/audit.ts'
import { reservations } from '#platform/database/schema/booking.ts'
import { codes } from '#platform/database/schema/codes.ts'
import { addDays, ranchDay } from '#shared/days.ts'
import { SAMPLE_EVENTS, type SampleCode } from './events.ts'
import { ADMIN, ago, eventOf, type House } from './goings-on.ts'

type Terms = Omit<typeof codes.$inferInsert, 'id' | 'code'> & { code: SampleCode }

function sampleCodes(house: House): Terms[] {
  const lastDay = addDays(ranchDay(house.now), 60)
  const { eventId } = eventOf(house, 'leather-and-light')
  return [
    { code: 'EARLY-BIRD', kind: 'percent', value: 10, validUntil: lastDay, note: 'On the spring postcard.' },
    {
      code: 'LEATHER-FRIENDS',
      kind: 'amount',
      value: 15_000,
      eventId,
      uses: 3,
      note: 'For those whom Inez brings.',
    },
    {
      code: 'COME-ANYWAY',
      kind: 'open',
      value: 30_000,
      suggestion: 60_000,
      uses: 4,
      note: 'Four places a year for whoever could not come otherwise.',
    },
  ]
}

/** Adds the codes, and names them at the stays that cost less by one. */
export async function addCodes(house: House): Promise<void> {
  const { tx, sealer } = house
  const at = ago(house, 150, 9)
  const made = await tx
    .insert(codes)
    .values(sampleCodes(house).map((terms) => ({ ...terms, createdAt: at })))
    .returning({ id: codes.id, code: codes.code })
  const entries = made.map(({ id, code }) => ({
    ...ADMIN,
    action: 'code.created',
    entity: 'code',
    entityId: id,
    details: { label: code },
    at,
  }))
  await recordAudit(tx, sealer, entries)
  for (const { event, coded } of SAMPLE_EVENTS) {
    if (!coded) continue
    const codeId = made.find(({ code }) => code === coded.code)?.id ?? null
    const id = eventOf(house, event.urlName).stays[coded.guest] ?? 0
    const changes = { codeId, discount: coded.off }
    const [stay] = await tx.update(reservations).set(changes).where(eq(reservations.id, id)).returning()
    if (stay) await recordDiscounts(tx, [id], stay.createdAt)
  }
}
