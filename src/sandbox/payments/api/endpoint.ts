/** What an API call is to the code that answers it. */
import type { Refusal } from '../model/refusals.ts'
import type { World } from '../world.ts'
import type { Form } from './form.ts'

export interface Call {
  world: World
  /** The id in the address, or empty. */
  id: string
  form: Form
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
export type Endpoint = (call: Call) => Promise<Answer | Refusal>
