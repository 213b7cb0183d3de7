/** Holds a reply against the object that Stripe declares for it. */
import { fieldsOf, stripeTable, termsOf, type Types, wordsOf } from '../conformance/table.ts'

/**
 * The problems of a reply that is not as declared, a line each: a field that is missing or undeclared, a value of another type, null where
 * it may not be, a word that is none of those listed. None: all is as declared.
 */
export function replyProblems(call: string, body: unknown): string[] {
  const declared = stripeTable().calls[call]
  return declared
    ? valueProblems(stripeTable().types, declared.reply, body, '')
    : [`${call} is not in the table`]
}

/** The same for an error: its form is the one in which an intent tells its last one (docs.stripe.com/api/errors). */
export function errorProblems(body: unknown): string[] {
  const { error } = (body ?? {}) as { error?: unknown }
  return valueProblems(stripeTable().types, 'PaymentIntent.LastPaymentError', error, 'error')
}

export function valueProblems(types: Types, type: string, value: unknown, path: string): string[] {
  const terms = termsOf(type)
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    return objectProblems(types, terms, value, path)
  if (Array.isArray(value)) {
    const list = terms.find((term) => term.endsWith('[]'))?.slice(0, -2)
    if (list === undefined) return [`${path} is a list, not ${type}`]
    return value.flatMap((each, index) => valueProblems(types, list, each, `${path}[${index}]`))
  }
  const fits = terms.some(
    (term) =>
      term === (value === null ? 'null' : typeof value) ||
      term === `'${String(value)}'` ||
      term === String(value) ||
      (typeof value === 'string' && wordsOf(types, term)?.includes(value)),
  )
  return fits ? [] : [`${path} is ${JSON.stringify(value) ?? 'missing'}, not ${type}`]
}

function objectProblems(types: Types, terms: string[], value: object, path: string): string[] {
  if (terms.includes('{}')) return []
  const list = terms.find((term) => term.startsWith('list of '))
  if (list !== undefined) return listProblems(types, list.slice('list of '.length), value, path)
  const tries = terms.flatMap((term) => {
    const fields = fieldsOf(types, term)
    return fields ? [fieldProblems(types, fields, { value, path, name: term })] : []
  })
  const [best] = tries.toSorted((one, two) => one.length - two.length)
  return best ?? [`${path} is an object, of which the table knows ${terms.join(' | ')}`]
}

function listProblems(types: Types, of: string, list: object, path: string): string[] {
  const { object, data, has_more, url, ...rest } = list as Record<string, unknown>
  return [
    ...valueProblems(types, "'list'", object, `${path}.object`),
    ...valueProblems(types, `${of}[]`, data, `${path}.data`),
    ...valueProblems(types, 'boolean', has_more, `${path}.has_more`),
    ...valueProblems(types, 'string', url, `${path}.url`),
    ...Object.keys(rest).map((name) => `${path}.${name} is not declared`),
  ]
}

interface Named {
  value: object
  path: string
  name: string
}

function fieldProblems(
  types: Types,
  fields: NonNullable<ReturnType<typeof fieldsOf>>,
  named: Named,
): string[] {
  const { value, path, name } = named
  const problems: string[] = []
  for (const [field, given] of Object.entries(value)) {
    const declared = fields.get(field) ?? fields.get('[key]')
    if (declared) problems.push(...valueProblems(types, declared.type, given, `${path}.${field}`))
    else problems.push(`${path}.${field} is not declared in ${name}`)
  }
  for (const [field, { optional }] of fields)
    if (!optional && field !== '[key]' && !(field in value))
      problems.push(`${path}.${field} of ${name} is missing`)
  return name === 'EventBase' ? [...problems, ...aboutProblems(types, value, path)] : problems
}

/** An event holds the object that it is about; which kind it is goes by the event's type. */
function aboutProblems(types: Types, event: object, path: string): string[] {
  const { type, data } = event as { type?: string; data?: { object?: unknown } }
  const about = stripeTable().events[type ?? '']
  if (about === undefined) return [`${path}.type ${type} is about nothing that the table follows`]
  return valueProblems(types, about, data?.object, `${path}.data.object`)
}
