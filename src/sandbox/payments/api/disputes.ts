/** Closing a dispute over the API: the merchant accepts that it is lost. */
import { z } from 'zod'
import { endDispute } from '../disputes.ts'
import { noSuch } from '../model/refusals.ts'
import type { Endpoint } from './endpoint.ts'
import { common, readParams } from './params.ts'

export const closeDispute: Endpoint = async ({ world, id, form }) => {
  const params = readParams(z.strictObject(common), form)
  if (params.refusal) return params
  const dispute = await endDispute(world, id, 'lost')
  return dispute === undefined ? noSuch('dispute', id) : { body: dispute }
}
