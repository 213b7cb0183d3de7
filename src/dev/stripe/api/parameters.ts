/**
 * Reads the form of an API call into its route's parameters. Refuses every parameter that the route does not
 * declare, with Stripe's own messages.
 */
import type Stripe from 'stripe'
import type { Kind, Kinds } from '../model/objects.ts'
import { invalid, type Refusal } from '../model/refusals.ts'

/** Reads one value of a form, or throws a `Mistake`. */
type Read<T> = (given: FormValue, param: string) => T

/** The parameters of a route, each with its reader. Only names from the SDK's type compile. */
export type Takes<Params> = { readonly [Name in keyof Params]?: Read<NonNullable<Params[Name]>> }

class Mistake extends Error {
  readonly refusal: Refusal
  constructor(message: string, more: { code?: string; param: string }) {
    super(message)
    this.refusal = invalid(message, more)
  }
}

const wrong = (param: string, what: string, given: FormValue) =>
  new Mistake(
    `Invalid ${what}: ${(typeof given === 'string' ? given : JSON.stringify(given)).slice(0, 100)}`,
    {
      param,
    },
  )

const emptied = (param: string) =>
  new Mistake(
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
    { code: 'parameter_invalid_empty', param },
  )

export const text: Read<string> = (given, param) => {
  if (typeof given !== 'string') throw wrong(param, 'string', given)
  if (given === '') throw emptied(param)
  return given
}

/** Reads a text. An empty value clears the field. */
export const emptyableText: Read<string> = (given, param) => (given === '' ? '' : text(given, param))

export const integer: Read<number> = (given, param) => {
  if (given === '') throw emptied(param)
  if (typeof given === 'string' && /^-?\d{1,12}$/.test(given)) return Number(given)
  const shown = typeof given === 'string' ? given : JSON.stringify(given)
  throw new Mistake(`Invalid integer: ${shown.slice(0, 100)}`, { code: 'parameter_invalid_integer', param })
}

export const boolean: Read<boolean> = (given, param) => {
  if (given === '') throw emptied(param)
  if (given !== 'true' && given !== 'false') throw wrong(param, 'boolean', given)
  return given === 'true'
}

export function oneOf<Word extends string>(...words: Word[]): Read<Word> {
  return (given, param) => {
    const word = words.find((each) => each === text(given, param))
    if (word === undefined)
      throw new Mistake(`Invalid ${param}: must be one of ${words.join(', ')}`, { param })
    return word
  }
}

export function listOf<T>(read: Read<T>): Read<T[]> {
  return (given, param) => {
    if (!Array.isArray(given)) throw wrong(param, 'array', given)
    return given.map((each, index) => read(each, `${param}[${index}]`))
  }
}

export const hash =
  <Fields extends object>(takes: Takes<Fields>): Read<Fields> =>
  (given, param) => {
    if (typeof given === 'string' || Array.isArray(given)) throw wrong(param, 'object', given)
    return readFields(takes as Readers, given, param) as Fields
  }

/**
 * Reads metadata: up to 50 keys of at most 40 characters, with values of at most 500
 * (docs.stripe.com/api/metadata).
 */
export const metadata: Read<Record<string, string>> = (given, param) => {
  if (given === '') return {}
  if (typeof given === 'string' || Array.isArray(given)) throw wrong(param, 'object', given)
  const entries = Object.entries(given)
  if (entries.length > 50)
    throw new Mistake(`You can only have up to 50 metadata keys, but you passed in ${entries.length}.`, {
      param,
    })
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const at = `${param}[${key}]`
      if (key.length > 40)
        throw new Mistake(
          `Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters.`,
          { param },
        )
      const read = emptyableText(value, at)
      if (read.length > 500)
        throw new Mistake(
          `Metadata values can have up to 500 characters, but you passed in a value that is ${read.length} characters.`,
          { param: at },
        )
      return [key, read]
    }),
  )
}

export type Readers = Record<string, Read<unknown>>

interface Expected {
  /** The API call to which the parameters belong, such as `GET /v1/refunds`. */
  call: string
  takes: Readers
  needs: readonly string[]
  /** The kind of the objects in the reply. The parameter `expand` can name their fields. */
  shows: Kind
}

type ReadParameters = { value: Record<string, unknown>; expand: string[]; refusal?: undefined } | Refusal

/** Reads the parameters of a call. Returns a refusal if Stripe would not accept them. */
export function readParameters(form: Form, { call, takes, needs, shows }: Expected): ReadParameters {
  const { expand: paths, ...rest } = form
  try {
    const expand = paths === undefined ? [] : listOf(text)(paths, 'expand')
    const value = readFields(takes, rest, '')
    const missing = needs.find((name) => !(name in value))
    if (missing !== undefined)
      throw new Mistake(`Missing required param: ${missing}.`, { param: missing, code: 'parameter_missing' })
    for (const path of expand) checkExpansion(path, { kinds: [shows], isList: isList(call) })
    return { value, expand }
  } catch (error) {
    if (error instanceof Mistake) return error.refusal
    throw error
  }
}

/**
 * Parameters that only earlier API versions accepted, each with the error code that Stripe now returns.
 * docs.stripe.com/changelog/endive/2026-09-30/removes-the-payment-method-types-parameter-from-payment-intents-and-setup-intents
 */
const REMOVED = new Map([['payment_method_types', 'payment_method_types_no_longer_supported']])

function readFields(takes: Readers, given: Record<string, FormValue>, path: string): Record<string, unknown> {
  const read = Object.entries(given).map(([name, value]) => {
    const param = path === '' ? name : `${path}[${name}]`
    const reader = Object.hasOwn(takes, name) ? takes[name] : undefined
    if (!reader) throw unknownParameter(param)
    return [name, reader(value, param)] as const
  })
  return Object.fromEntries(read)
}

function unknownParameter(param: string): Mistake {
  const removed = REMOVED.get(param)
  return removed === undefined
    ? new Mistake(`Received unknown parameter: ${param}`, { param, code: 'parameter_unknown' })
    : new Mistake(`The parameter ${param} is no longer supported in this API version.`, {
        param,
        code: removed,
      })
}

const EXPANDABLE: { [K in Kind]?: { [Field in keyof Kinds[K]]?: Kind[] } } = {
  payment_intent: { customer: ['customer'], latest_charge: ['charge'], payment_method: ['payment_method'] },
  payment_method: { customer: ['customer'] },
  charge: {
    balance_transaction: ['balance_transaction'],
    customer: ['customer'],
    payment_intent: ['payment_intent'],
    refunds: ['refund'],
  },
  refund: {
    balance_transaction: ['balance_transaction'],
    charge: ['charge'],
    failure_balance_transaction: ['balance_transaction'],
    payment_intent: ['payment_intent'],
  },
  balance_transaction: { source: ['charge', 'refund', 'dispute', 'payout'] },
  dispute: { charge: ['charge'], payment_intent: ['payment_intent'] },
  payout: {
    balance_transaction: ['balance_transaction'],
    failure_balance_transaction: ['balance_transaction'],
  },
}

const isList = (call: string) => call.startsWith('GET ') && !call.endsWith('/:id')

/**
 * Checks an `expand` path. It has up to four levels, and passes through a list by its field `data`
 * (docs.stripe.com/api/expanding_objects).
 */
function checkExpansion(path: string, start: { kinds: Kind[]; isList: boolean }): void {
  const steps = path.split('.')
  if (steps.length > 4)
    throw new Mistake(`You cannot expand more than 4 levels of a property. Property: ${path}`, {
      param: 'expand',
    })
  let at = start
  for (const step of steps) {
    const kinds = at.isList
      ? step === 'data'
        ? at.kinds
        : []
      : at.kinds.flatMap((kind) => fieldOf(kind, step))
    if (kinds.length === 0)
      throw new Mistake(`This property cannot be expanded (${path}).`, { param: 'expand' })
    at = { kinds, isList: step === 'refunds' }
  }
}

const fieldOf = (kind: Kind, field: string): Kind[] => {
  const fields: Record<string, Kind[]> = EXPANDABLE[kind] ?? {}
  return Object.hasOwn(fields, field) ? (fields[field] ?? []) : []
}

export type FormValue = string | FormValue[] | { [key: string]: FormValue }
export type Form = { [key: string]: FormValue }

interface Node {
  [key: string]: Node | string
}

/**
 * Parses a form with nested keys (`a[b][0]=c`, `expand[]=d`) like Stripe. Later values win. Keys such as
 * `__proto__` are plain keys here.
 */
export function parseForm(text: string): Form {
  const root: Node = Object.create(null) as Node
  for (const [name, value] of new URLSearchParams(text)) place(root, path(name), value)
  return toForm(root) as Form
}

function path(name: string): string[] {
  const [head = '', ...rest] = name.split('[')
  return [head, ...rest.map((part) => part.replace(/\]$/, ''))].slice(0, 6)
}

function place(node: Node, [key = '', ...rest]: string[], value: string): void {
  const name = key === '' ? String(Object.keys(node).length) : key
  if (rest.length === 0) {
    node[name] = value
    return
  }
  const inner = node[name]
  const next = typeof inner === 'object' ? inner : (Object.create(null) as Node)
  node[name] = next
  place(next, rest, value)
}

function toForm(node: Node | string): FormValue {
  if (typeof node === 'string') return node
  const keys = Object.keys(node)
  const values = keys.map((key) => toForm(node[key] ?? ''))
  if (keys.length > 0 && keys.every((key) => /^\d+$/.test(key))) return values
  return Object.fromEntries(keys.map((key, index) => [key, values[index] ?? '']))
}

/**
 * Returns the metadata of a new object without its empty values, because Stripe stores no key with an empty value
 * (docs.stripe.com/api/metadata).
 */
export const readMetadata = (given: Stripe.Emptyable<Stripe.MetadataParam> | undefined) =>
  Object.fromEntries(
    Object.entries(given || {}).flatMap(([key, value]) => (value ? [[key, String(value)]] : [])),
  )
