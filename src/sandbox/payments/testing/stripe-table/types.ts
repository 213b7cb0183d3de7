/** Turns declared types into the table's words, following every name that belongs to the calls of the table. */
import type { TSInterfaceDeclaration, TSType, TSTypeReference } from '@babel/types'
import type { Types } from '#sandbox/payments/conformance/table.ts'
import { type Found, nameOf, resolve } from './declarations.ts'

export interface Reader {
  types: Types
  /** Reads a type that is used at a place, and all that it names. */
  read(type: TSType, at: Found): string
  /** Reads a declaration by itself; its name. */
  readFound(found: Found): string
}

interface Limits {
  /** True when a file's types are part of the table. */
  follows(path: string): boolean
  /** Fields of these names hold what belongs to other payment methods than cards. */
  otherMethods: ReadonlySet<string>
}

/** A type that the table knows to be there, and no more. */
const NOT_FOLLOWED = 'object'
/** Declared without a field: it may hold anything. */
const ANY_FIELDS = '{}'
const KEYWORDS: Record<string, string> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
  TSNullKeyword: 'null',
  // Of a field that only another form of the object has: a customer's `deleted`.
  TSVoidKeyword: 'undefined',
  TSAnyKeyword: ANY_FIELDS,
  TSUnknownKeyword: ANY_FIELDS,
}

export function createReader({ follows, otherMethods }: Limits): Reader {
  const types: Types = {}

  function read(type: TSType, at: Found): string {
    const keyword = KEYWORDS[type.type]
    if (keyword !== undefined) return keyword
    if (type.type === 'TSLiteralType' && 'value' in type.literal) return quoted(type.literal.value)
    if (type.type === 'TSUnionType') return join(type.types.map((each) => read(each, at)))
    if (type.type === 'TSArrayType') return listOf(read(type.elementType, at))
    // Only ever `{[key: string]: …}` and what Stripe.js keeps to itself.
    if (type.type === 'TSTypeLiteral') return ANY_FIELDS
    if (type.type === 'TSParenthesizedType') return read(type.typeAnnotation, at)
    if (type.type === 'TSTypeReference') return readReference(type, at)
    throw new Error(`${at.name} has a type that is not understood: ${type.type}`)
  }

  function readReference(type: TSTypeReference, at: Found): string {
    const name = nameOf(type.typeName)
    const [inner] = type.typeParameters?.params ?? []
    if (name === 'Array' && inner) return listOf(read(inner, at))
    if (name === 'ApiList' && inner) return `list of ${read(inner, at)}`
    if (name === 'Emptyable' && inner) return join(['null', "''", read(inner, at)])
    // Every enumeration is declared open, so that code of one version reads what a later one says. A version itself knows the words that it declares.
    if (name === 'OtherString') return ''
    // On the wire it is a string.
    if (name === 'Decimal') return 'string'
    const found = resolve(name, at)
    return found && follows(found.file.path) ? readFound(found) : NOT_FOLLOWED
  }

  function readFound(found: Found): string {
    const { node, name } = found
    if (node.type === 'TSInterfaceDeclaration') {
      if (types[name] !== undefined) return name
      types[name] = {}
      const fields = fieldsOf(node, found)
      if (Object.keys(fields).length > 0) types[name] = fields
      else delete types[name]
      return Object.keys(fields).length > 0 ? name : ANY_FIELDS
    }
    if (node.type !== 'TSTypeAliasDeclaration') throw new Error(`${name} is no type`)
    const text = read(node.typeAnnotation, found)
    const words = text.split(' | ')
    if (words.length < 2 || words.some((word) => !word.startsWith("'"))) return text
    types[name] = words.map((word) => word.slice(1, -1)).toSorted()
    return name
  }

  function fieldsOf(node: TSInterfaceDeclaration, found: Found): Record<string, string> {
    const fields: Record<string, string> = {}
    for (const { expression } of node.extends ?? []) {
      const base = expression.type === 'Identifier' ? resolve(expression.name, found) : null
      if (base?.node.type === 'TSInterfaceDeclaration') Object.assign(fields, fieldsOf(base.node, base))
    }
    for (const member of node.body.body) {
      const type = 'typeAnnotation' in member ? member.typeAnnotation?.typeAnnotation : undefined
      if (member.type === 'TSIndexSignature' && type) fields['[key]'] = read(type, found)
      if (member.type !== 'TSPropertySignature' || !type) continue
      const name =
        member.key.type === 'Identifier'
          ? member.key.name
          : 'value' in member.key
            ? String(member.key.value)
            : ''
      // A domain tells of every method alike how it stands there.
      const isDomain = found.name === 'PaymentMethodDomain'
      const other = otherMethods.has(name) && type.type === 'TSTypeReference' && !isDomain
      fields[member.optional ? `${name}?` : name] = other ? NOT_FOLLOWED : read(type, found)
    }
    return Object.fromEntries(Object.entries(fields).toSorted(([one], [two]) => (one < two ? -1 : 1)))
  }

  return { types, read, readFound }
}

const join = (terms: string[]) =>
  [...new Set(terms.flatMap((term) => term.split(' | ')).filter((term) => term !== ''))].join(' | ')

const quoted = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value))

function listOf(element: string): string {
  if (element.includes(' | ')) throw new Error(`a list of several types: ${element}`)
  return `${element}[]`
}
