/** After the crowd has gone: our books against the provider's, to the cent, by the site's own nightly proof. */
import { waitlistPort } from '#features/waitlist/index.ts'
import { proveBooks } from '#features/reconciliation/prove.ts'
import { openHouse, TERMS_HASH, type Where } from '../bench/house.ts'

/** Nothing is taken to be on its way any more. */
const LATER_MS = 2 * 3_600_000

export async function proveAtEnd(
  where: Where,
): Promise<{ payments: number; received: number; differences: number }> {
  const house = await openHouse(where)
  try {
    const { services, provider } = house.site
    const now = () => new Date(Date.now() + LATER_MS)
    const proof = await proveBooks({
      ...services,
      provider,
      waitlist: waitlistPort,
      termsHash: TERMS_HASH,
      now,
    })
    if (typeof proof === 'string') throw new Error(`The proof was ${proof}`)
    return { payments: proof.payments, received: proof.ours.received, differences: proof.differences.length }
  } finally {
    await house.close()
  }
}
