/** Generates random values for a JSON schema of `/api/openapi.json`. Most are valid, some are hostile. */
import * as fc from 'fast-check'

/** Values that an attacker may have found, such as ids, names and addresses, by the name of the field. */
export type Known = Record<string, unknown[]>

export interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  enum?: unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  anyOf?: Schema[]
  allOf?: Schema[]
}

const HOSTILE: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  "' or 1=1 --",
  '$1; drop table events',
  '../../etc/passwd',
  '</script><script>hacked()</script>',
  'a\r\nBcc: all@elsewhere.example',
  '__proto__',
  'x'.repeat(3_000),
  [],
  [[]],
  {},
  { toString: 'x', valueOf: 1, length: -1 },
]

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
)

/**
 * Generates values of which most are valid, so that some requests pass the site's first checks. `name` is the
 * field's name.
 */
export function fromSchema(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const good = goodValue(schema, known, name)
  return fc.oneof({ weight: 24, arbitrary: good }, { weight: 1, arbitrary: hostile })
}

function goodValue(schema: Schema, known: Known, name: string): fc.Arbitrary<unknown> {
  const values = known[name]
  if (values) return fc.constantFrom(...values)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.allOf
  if (choices) return fc.oneof(...choices.map((choice) => fromSchema(choice, known, name)))
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([key, inner]) => [
      key,
      fromSchema(inner, known, key),
    ])
    const whole = fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>)
    const part = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
    return fc.oneof({ weight: 4, arbitrary: whole }, { weight: 1, arbitrary: part })
  }
  switch ([schema.type].flat()[0]) {
    case 'integer':
    case 'number':
      return fc.integer({ min: schema.minimum ?? -1, max: Math.min(schema.maximum ?? 1_000, 2 ** 31 - 1) })
    case 'boolean':
      return fc.constant(true)
    case 'array':
      return fc.array(fromSchema(schema.items ?? {}, known), { maxLength: 3 })
    default:
      return fc.constantFrom('Howdy', 'None', '7 Juniper Lane', '505-555-0142')
  }
}
