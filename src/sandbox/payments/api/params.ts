/** Reads parameters with Zod and says what is wrong with them in Stripe's words. */
import { z } from 'zod'
import { invalid, type Refusal } from '../model/refusals.ts'
import type { Form } from './form.ts'

export const integer = z
  .string()
  .regex(/^-?\d{1,12}$/, { error: 'integer' })
  .transform(Number)

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** New values; an empty one removes its key, an empty text removes all (docs.stripe.com/api/metadata). */
export const metadata = z.union([
  z.literal(''),
  z.record(z.string().max(40, { error: 'metadata_key' }), z.string().max(500, { error: 'metadata_value' })),
])
export type MetadataChange = z.infer<typeof metadata> | undefined

export function mergeMetadata(
  current: Record<string, string>,
  change: MetadataChange,
): Record<string, string> {
  if (change === undefined) return current
  if (change === '') return {}
  const merged = { ...current, ...change }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}

/** What every call may carry. */
export const common = { expand: z.array(z.string()).optional(), key: z.string().optional() }

const range = z.strictObject({
  gt: integer.optional(),
  gte: integer.optional(),
  lt: integer.optional(),
  lte: integer.optional(),
})

/** What every list may carry. */
export const paging = {
  ...common,
  limit: integer.optional(),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  created: z.union([range, integer]).optional(),
}

export const address = z.strictObject({
  city: z.string().optional(),
  country: z.string().optional(),
  line1: z.string().optional(),
  line2: z.string().optional(),
  postal_code: z.string().optional(),
  state: z.string().optional(),
})

export type Read<T> = { refusal?: undefined; value: T } | Refusal

export function readParams<T>(schema: z.ZodType<T>, form: Form): Read<T> {
  const result = schema.safeParse(form)
  if (result.success) return { value: result.data }
  const issue = result.error.issues[0]
  return issue === undefined ? invalid('Invalid request.') : explain(issue, form)
}

function explain(issue: z.core.$ZodIssue, form: Form): Refusal {
  if (issue.code === 'unrecognized_keys') {
    const param = bracketed([...issue.path, issue.keys[0] ?? ''])
    return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const param = bracketed(issue.path)
  const given = issue.path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    form,
  )
  if (given === undefined)
    return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  const text = typeof given === 'string' ? given : JSON.stringify(given)
  if (given === '')
    return invalid(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param },
    )
  if (issue.message === 'integer')
    return invalid(`Invalid integer: ${text}`, { code: 'parameter_invalid_integer', param })
  if (issue.message === 'metadata_value')
    return invalid(
      `Metadata values can have up to 500 characters, but you passed in a value that is ${text.length} characters.`,
      { param },
    )
  if (issue.code === 'invalid_value')
    return invalid(`Invalid ${param}: must be one of ${issue.values.map(String).join(', ')}`, { param })
  return invalid(`Invalid ${param}: ${text.slice(0, 100)}`, { param })
}

function bracketed(path: readonly PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('')
}
