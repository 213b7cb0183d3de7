/** Checks that no endpoint accepts invisible characters in any field (R47.1). */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { declared } from '#test/support/server/contracts.ts'

/**
 * Matches fields with keys, links and words for programs. The site compares such a field exactly and never
 * shows it.
 */
const COMPARED =
  /\.(uuid|token|attempt|ids|paymentIntent|offer|replacement|cursor|state|iss|returnUrl|type|error|urlName|eventUrlName)$|\.createSession\.code$|\.viewedDirections\.name$|\.seen\./

const HIDDEN = 'An\u200b\u202ena'

interface Leaf {
  path: string
  schema: z.ZodType
}

/** Returns the schemas of all texts inside a schema, with their paths. */
function textsIn(schema: z.ZodType, path: string): Leaf[] {
  const { def } = schema as unknown as { def: Record<string, unknown> & { type: string } }
  const inner = (key: string) => def[key] as z.ZodType
  switch (def.type) {
    case 'object':
      return Object.entries(def['shape'] as Record<string, z.ZodType>).flatMap(([key, one]) =>
        textsIn(one, `${path}.${key}`),
      )
    case 'array':
      return textsIn(inner('element'), `${path}[]`)
    case 'union':
      return (def['options'] as z.ZodType[]).flatMap((one) => textsIn(one, path))
    case 'optional':
    case 'nullable':
    case 'default':
      return textsIn(inner('innerType'), path)
    case 'record':
      return textsIn(inner('valueType'), path)
    case 'pipe':
      // A transform or preprocess must be tested together with the text's schema inside of it.
      return textsIn(inner('in'), path).length + textsIn(inner('out'), path).length > 0
        ? [{ path, schema }]
        : []
    case 'string':
      return [{ path, schema }]
    default:
      return []
  }
}

const leaves = declared.flatMap((endpoint) => {
  const { name, body, query } = endpoint as { name: string; body?: z.ZodType; query?: z.ZodType }
  return [body, query].flatMap((schema) => (schema ? textsIn(schema, name) : []))
})

test('finds the text fields of every endpoint', () => {
  expect(leaves.length).toBeGreaterThan(100)
})

test.each(
  leaves.filter(({ path }) => !COMPARED.test(path)).map(({ path, schema }) => [path, schema] as const),
)('accepts no invisible characters in %s (R47.1)', (_path, schema) => {
  const read = schema.safeParse(HIDDEN)
  if (read.success) expect(JSON.stringify(read.data)).not.toMatch(/[\u200b\u202e]/)
})
