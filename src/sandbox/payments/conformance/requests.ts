/** Reads the form of a call, holds its parameters against what Stripe declares, and reads them into the declared types. */
import { type Field, fieldsOf, stripeTable, termsOf, wordsOf } from './table.ts'

/** The problem of one parameter: Stripe's code for it where there is one, and its words. */
interface ParameterProblem {
  param: string
  code?: string
  message: string
}

type ReadParameters =
  | { value: Record<string, unknown>; problem?: undefined }
  | { value?: undefined; problem: ParameterProblem }

/**
 * Parameters that earlier versions of the API took, and whose end has a code of its own.
 * docs.stripe.com/changelog/endive/2026-09-30/removes-the-payment-method-types-parameter-from-payment-intents-and-setup-intents
 */
const ENDED: Record<string, string> = { payment_method_types: 'payment_method_types_no_longer_supported' }

/** Parameters of which a call takes one (docs.stripe.com/changelog/dahlia/2026-07-29/allowed-payment-method-types-parameter). */
const EXCLUSIVE = [
  'allowed_payment_method_types',
  'automatic_payment_methods',
  'excluded_payment_method_types',
  'payment_method_configuration',
]

/**
 * Reads a call's form: numbers, flags and hashes as the SDK's types have them, an empty text where it unsets something.
 * @param call such as `POST /v1/payment_intents/:id/confirm`, with the names that the table gives its ids
 * @param more parameters that the SDK does not declare, since only a browser sends them
 */
export function readParameters(call: string, form: Form, more: Record<string, string> = {}): ReadParameters {
  const declared = stripeTable().calls[call]
  if (declared === undefined)
    return { problem: { param: '', message: `The table of Stripe's calls has no ${call}.` } }
  const known = fieldsOf(stripeTable().types, declared.params) ?? new Map<string, Field>()
  for (const [name, type] of Object.entries(more)) known.set(name, { type, optional: true })
  try {
    const value = readFields(known, form, '')
    const both = EXCLUSIVE.filter((name) => name in value)
    if (both.length > 1)
      throw new Mistake({ param: both[0] ?? '', code: 'parameters_exclusive', message: onlyOneOf(both) })
    for (const path of (value['expand'] ?? []) as string[]) checkExpansion(declared.reply, path)
    return { value }
  } catch (error) {
    if (error instanceof Mistake) return { problem: error.problem }
    throw error
  }
}

const LIST = 'list of '

class Mistake extends Error {
  readonly problem: ParameterProblem
  constructor(problem: ParameterProblem) {
    super(problem.message)
    this.problem = problem
  }
}

const onlyOneOf = (names: string[]) => `You may only specify one of these parameters: ${names.join(', ')}.`

function readFields(
  known: Map<string, Field>,
  form: Record<string, FormValue>,
  path: string,
): Record<string, unknown> {
  const value: Record<string, unknown> = {}
  for (const [name, given] of Object.entries(form)) {
    const param = path === '' ? name : `${path}[${name}]`
    const field = known.get(name) ?? known.get('[key]')
    if (field === undefined) throw new Mistake(unknown(param))
    value[name] = readValue(field.type, given, param)
  }
  for (const [name, { optional }] of known) {
    if (optional || name === '[key]' || name in form) continue
    const param = path === '' ? name : `${path}[${name}]`
    throw new Mistake({ param, code: 'parameter_missing', message: `Missing required param: ${param}.` })
  }
  return value
}

function unknown(param: string): ParameterProblem {
  const code = ENDED[param]
  if (code === undefined)
    return { param, code: 'parameter_unknown', message: `Received unknown parameter: ${param}` }
  return { param, code, message: `The parameter ${param} is no longer supported in this API version.` }
}

function readValue(type: string, given: FormValue, param: string): unknown {
  const terms = termsOf(type)
  if (typeof given === 'string') return readText(terms, given, param)
  if (Array.isArray(given)) {
    const list = terms.find((term) => term.endsWith('[]'))
    if (list === undefined) throw new Mistake(wrong(terms, given, param))
    return given.map((each, index) => readValue(list.slice(0, -2), each, `${param}[${index}]`))
  }
  if (terms.includes('object'))
    throw new Mistake({ param, message: `The table of Stripe's calls does not follow ${param}.` })
  if (terms.includes('{}')) return given
  const fields = terms.map((term) => fieldsOf(stripeTable().types, term)).find((found) => found !== null)
  if (!fields) throw new Mistake(wrong(terms, given, param))
  return readFields(fields, given, param)
}

function readText(terms: string[], given: string, param: string): unknown {
  if (given === '') {
    if (terms.includes("''") || terms.includes('null')) return ''
    throw new Mistake({ param, code: 'parameter_invalid_empty', message: emptied(param) })
  }
  for (const term of terms) {
    // Of the calls that the table follows, every number is a whole one.
    if (term === 'number' && /^-?\d{1,12}$/.test(given)) return Number(given)
    if (term === 'boolean' && (given === 'true' || given === 'false')) return given === 'true'
    if (term === 'string' || term === `'${given}'` || wordsOf(stripeTable().types, term)?.includes(given))
      return given
  }
  throw new Mistake(wrong(terms, given, param))
}

const emptied = (param: string) =>
  `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`

function wrong(terms: string[], given: FormValue, param: string): ParameterProblem {
  const text = (typeof given === 'string' ? given : JSON.stringify(given)).slice(0, 100)
  if (terms.includes('number'))
    return { param, code: 'parameter_invalid_integer', message: `Invalid integer: ${text}` }
  const words = terms.flatMap(
    (term) => wordsOf(stripeTable().types, term) ?? (term.startsWith("'") ? [term.slice(1, -1)] : []),
  )
  if (words.length > 0) return { param, message: `Invalid ${param}: must be one of ${words.join(', ')}` }
  const kind = terms.some((term) => term.endsWith('[]'))
    ? 'array'
    : terms.find((term) => /^(boolean|string)$/.test(term))
  return { param, message: `Invalid ${kind ?? 'object'}` + (typeof given === 'string' ? `: ${text}` : '') }
}

/** docs.stripe.com/api/expanding_objects: up to four levels, through lists by `data`. */
function checkExpansion(reply: string, path: string): void {
  const steps = path.split('.')
  if (steps.length > 4)
    throw new Mistake({
      param: 'expand',
      message: `You cannot expand more than 4 levels of a property. Property: ${path}`,
    })
  let type: string | undefined = reply
  for (const step of steps) type = type && typeAt(type, step)
  if (!type || !termsOf(type).some(isExpandable))
    throw new Mistake({ param: 'expand', message: `This property cannot be expanded (${path}).` })
}

/** The type of an object's field, or of what a list holds. */
function typeAt(type: string, step: string): string | undefined {
  const list = termsOf(type).find((term) => term.startsWith(LIST))
  if (list !== undefined) return step === 'data' ? list.slice(LIST.length) : undefined
  return termsOf(type)
    .map((term) => fieldsOf(stripeTable().types, term)?.get(step)?.type)
    .find((found) => found !== undefined)
}

/** Objects of calls say in `object` what they are; those of other calls are not followed. */
const isExpandable = (term: string) =>
  term === 'object' || term.startsWith(LIST) || fieldsOf(stripeTable().types, term)?.has('object') === true

export type FormValue = string | FormValue[] | { [key: string]: FormValue }
export type Form = { [key: string]: FormValue }

interface Node {
  [key: string]: Node | string
}

/**
 * Reads `application/x-www-form-urlencoded` with nested keys (`a[b][0]=c`, `expand[]=d`), as Stripe does. Later values win; keys that would reach into prototypes are plain keys here.
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
