/** What an API call is to the code that answers it. */
import type { Refusal } from '../model/refusals.ts'
import type { World } from '../world.ts'

/** `Params`: the SDK's own type of the call's parameters, of which those arrive that the route plays. */
export interface Call<Params = unknown> {
  world: World
  /** The id in the address, or empty. */
  id: string
  params: Params
  /** `client`: a publishable key, or none but a client secret. */
  caller: 'secret' | 'client'
}

export interface Answer {
  refusal?: undefined
  body: object
}

/**
 * Answers a call within the call's transaction, which is committed whatever the answer is: a declined card
 * is a refusal too, and its charge stays. So an endpoint checks before it writes.
 */
export type Endpoint<Params = unknown> = (call: Call<Params>) => Promise<Answer | Refusal>
