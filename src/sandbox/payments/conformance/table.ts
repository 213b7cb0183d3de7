/** The declarations of calls in Stripe's own packages: `table.json`, made by `npm run stripe-table` (docs/payments.md). */
import { readFileSync } from 'node:fs'

/**
 * Field → its type; a name ends in `?` where it may be left out, and `[key]` stands for any name. A list: one of these words.
 * A type is in TypeScript's words. `object` is what the table does not follow: other payment methods than cards, objects of
 * other calls. `{}` is an object of any fields, `list of Refund` a page of a list.
 */
export type Types = Record<string, Record<string, string> | string[]>

export interface StripeTable {
  /** Versions of the SDK, of the API that it speaks, and of Stripe.js's declarations. */
  sdk: string
  api: string
  js: string
  /** `POST /v1/refunds/:id` → the type of its parameters, and of its reply. */
  calls: Record<string, { params: string; reply: string }>
  /** The type of object that each event is about. */
  events: Record<string, string>
  types: Types
  /** The types that Stripe.js declares for browsers. */
  browser: Types
}

export const TABLE_FILE = new URL('table.json', import.meta.url)

let table: StripeTable | null = null

export function stripeTable(): StripeTable {
  table ??= JSON.parse(readFileSync(TABLE_FILE, 'utf8')) as StripeTable
  return table
}

/** The kinds of value that a field may have. */
export const termsOf = (type: string): string[] => type.split(' | ')

export interface Field {
  type: string
  optional: boolean
}

/** An object's declared fields by their plain names; null for what is not followed. */
export function fieldsOf(types: Types, name: string): Map<string, Field> | null {
  const declared = types[name]
  if (declared === undefined || Array.isArray(declared)) return null
  return new Map(
    Object.entries(declared).map(([field, type]) => [
      field.replace(/\?$/, ''),
      { type, optional: field.endsWith('?') },
    ]),
  )
}

/** The words that a type stands for, or null when it is none of words. */
export function wordsOf(types: Types, name: string): string[] | null {
  const declared = types[name]
  return Array.isArray(declared) ? declared : null
}

type Nullable<T> = { [Name in keyof T]-?: null extends T[Name] ? Name : never }[keyof T]

/** An object of the API by its declared name: what is not given of it is null. */
export function declared<T extends object>(name: string, given: Omit<T, Nullable<T>> & Partial<T>): T {
  const fields = fieldsOf(stripeTable().types, name) ?? []
  const nulls = [...fields].flatMap(([field, { optional }]) => (optional ? [] : [[field, null]]))
  return { ...Object.fromEntries(nulls), ...given }
}
