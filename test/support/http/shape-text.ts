/** Writes a schema's input as TypeScript: `{ email: string, nickname?: string | null }`. */
import { z } from 'zod'

/** Schemas for which the page shows a name. */
export type NamedShapes = ReadonlyMap<z.ZodType, string>

/** Returns a schema on one line. Throws on a kind of schema that no endpoint has used so far. */
export function shapeText(schema: z.ZodType, names: NamedShapes): string {
  return names.get(schema) ?? withoutName(schema, names)
}

/** Returns the declaration of a named schema, with one line per field. */
export function shapeDeclaration([schema, name]: [z.ZodType, string], names: NamedShapes): string {
  if (!(schema instanceof z.ZodObject)) return `type ${name} = ${withoutName(schema, names)}`
  const [base, own] = splitBase(schema, names)
  return `interface ${name}${base ? ` extends ${base}` : ''} {\n${own.map((field) => `  ${field}\n`).join('')}}`
}

function withoutName(schema: z.ZodType, names: NamedShapes): string {
  const text = (inner: unknown) => shapeText(inner as z.ZodType, names)
  const title = schema.meta()?.title
  if (title) return title
  if (schema instanceof z.ZodObject) return objectText(schema, names)
  if (schema instanceof z.ZodArray) {
    const element = text(schema.element)
    return element.includes(' ') ? `(${element})[]` : `${element}[]`
  }
  if (schema instanceof z.ZodRecord) return `Record<${text(schema.keyType)}, ${text(schema.valueType)}>`
  if (schema instanceof z.ZodNull) return 'null'
  if (schema instanceof z.ZodNullable) return `${text(schema.unwrap())} | null`
  if (schema instanceof z.ZodOptional) return text(schema.unwrap())
  if (schema instanceof z.ZodDefault) return text(schema.unwrap())
  if (schema instanceof z.ZodUnion) return schema.options.map(text).join(' | ')
  if (schema instanceof z.ZodEnum) return schema.options.map((option) => `'${option}'`).join(' | ')
  if (schema instanceof z.ZodLiteral)
    return [...schema.values].map((value) => JSON.stringify(value)).join(' | ')
  // Shows the input type, except for a preprocessing step, whose output type is the documented one.
  if (schema instanceof z.ZodPipe) return text(schema.in instanceof z.ZodTransform ? schema.out : schema.in)
  if (schema instanceof z.ZodNumber) return 'number'
  if (schema instanceof z.ZodBoolean) return 'boolean'
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return 'string'
  throw new Error(`shapeText does not support a schema of the kind ${schema.type}`)
}

function objectText(schema: z.ZodObject, names: NamedShapes): string {
  const [base, own] = splitBase(schema, names)
  const fields = own.length > 0 ? `{ ${own.join(', ')} }` : '{}'
  if (!base) return fields
  return own.length > 0 ? `${base} & ${fields}` : base
}

/** Returns the name of the largest named schema that this schema extends, and the remaining fields. */
function splitBase(schema: z.ZodObject, names: NamedShapes): [base: string | null, own: string[]] {
  const fields = Object.entries<z.ZodType>(schema.shape)
  const bases = [...names].filter(
    (entry): entry is [z.ZodObject, string] =>
      entry[0] instanceof z.ZodObject &&
      entry[0] !== schema &&
      Object.entries(entry[0].shape).every(([key, field]) => schema.shape[key] === field),
  )
  const [base] = bases.toSorted(([a], [b]) => Object.keys(b.shape).length - Object.keys(a.shape).length)
  const own = fields.filter(([key]) => !base || !(key in base[0].shape))
  return [base?.[1] ?? null, own.map(([key, field]) => fieldText(key, field, names))]
}

function fieldText(key: string, field: z.ZodType, names: NamedShapes): string {
  const optional = field.safeParse(undefined).success
  return `${key}${optional ? '?' : ''}: ${shapeText(field, names)}`
}
