/** Reads a call's parameters by what Stripe declares of them, and refuses what the sandbox cannot play. */
import type Stripe from 'stripe'
import { type Form, type FormValue, readParameters } from '../conformance/requests.ts'
import { invalid, type Refusal } from '../model/refusals.ts'
import type { Route } from './routes.ts'

type Read = { refusal?: undefined; value: Record<string, unknown> } | Refusal

/** Parameters that every call may carry, whatever it does. */
const ALWAYS = ['expand']

/** @param call the call as the table of Stripe's calls names it */
export function readParams(call: string, { plays, browser }: Route, form: Form): Read {
  const { value, problem } = readParameters(call, form, browser)
  if (problem) return invalid(problem.message, problem)
  const played = [...ALWAYS, ...Object.keys(browser ?? {}), ...plays]
  const other = leavesOf(form, '').find(
    (leaf) => !played.some((path) => leaf === path || leaf.startsWith(`${path}[`)),
  )
  if (other !== undefined)
    return invalid(`Stripe takes ${other}; the payment sandbox does not play it.`, { param: other })
  return metadataProblem(value['metadata']) ?? { value }
}

/** `card[number]` for each text of a form; lists go by their own name. */
function leavesOf(given: FormValue, path: string): string[] {
  if (typeof given === 'string' || Array.isArray(given)) return [path]
  return Object.entries(given).flatMap(([name, inner]) =>
    leavesOf(inner, path === '' ? name : `${path}[${name}]`),
  )
}

const tooMuch = (message: string, param = 'metadata') => invalid(message, { param })

/** docs.stripe.com/api/metadata: up to 50 keys of 40 characters with values of 500. */
function metadataProblem(given: unknown): Refusal | null {
  const entries = Object.entries((given ?? {}) as Record<string, string>)
  if (entries.length > 50)
    return tooMuch(`You can only have up to 50 metadata keys, but you passed in ${entries.length}.`)
  for (const [key, { length }] of entries) {
    if (key.length > 40)
      return tooMuch(
        `Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters.`,
      )
    if (length > 500)
      return tooMuch(
        `Metadata values can have up to 500 characters, but you passed in a value that is ${length} characters.`,
        `metadata[${key}]`,
      )
  }
  return null
}

/** An empty value stands for none (docs.stripe.com/api/metadata). */
export const readMetadata = (given: Stripe.Emptyable<Stripe.MetadataParam> | undefined) =>
  Object.fromEntries(
    Object.entries(given || {}).flatMap(([key, value]) => (value ? [[key, String(value)]] : [])),
  )
