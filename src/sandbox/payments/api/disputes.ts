/** Closing a dispute over the API: the merchant accepts that it is lost. */
import { moveDispute } from '../disputes.ts'
import { noSuch } from '../model/refusals.ts'
import type { Endpoint } from './endpoint.ts'

export const closeDispute: Endpoint = async ({ world, id }) => {
  const dispute = await moveDispute(world, id, { step: 'lost' })
  return dispute === undefined ? noSuch('dispute', id) : { body: dispute }
}
