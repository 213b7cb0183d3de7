/**
 * The declarations in Stripe's own packages of the calls that the card provider and its sandbox know: parameters and replies, in a form
 * that can be read, compared and checked against (docs/payments.md).
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TSType } from '@babel/types'
import type { StripeTable, Types } from '#sandbox/payments/conformance/table.ts'
import { type Found, nameOf, readDeclarations } from './declarations.ts'
import { createReader, type Reader } from './types.ts'

/** The calls that are followed, by the SDK's files and methods. A call that the site comes to use is added here. A file without any is read for what calls of others show. */
const CALLS: Record<string, string[]> = {
  BalanceTransactionSources: [],
  BalanceTransactions: ['list'],
  Charges: [],
  Customers: ['create', 'del', 'listPaymentMethods'],
  Disputes: ['list'],
  Events: ['list'],
  PaymentIntents: ['cancel', 'confirm', 'create', 'list', 'retrieve'],
  PaymentMethodDomains: ['list'],
  PaymentMethods: ['create', 'detach'],
  Payouts: ['list'],
  Refunds: ['create', 'list'],
}
/** The types that Stripe.js hands to the site's pages, by its files. */
const BROWSER: Record<string, string> = {
  'payment-intents': 'PaymentIntent',
  'payment-methods': 'PaymentMethod',
}

/** @param modules the folder in which `stripe` and `@stripe/stripe-js` are installed */
export function makeTable(modules: string): StripeTable {
  const folder = join(modules, 'stripe', 'esm')
  const resource = (name: string) => join(folder, 'resources', name)
  const followed = new Set([
    ...Object.keys(CALLS).map((name) => `${resource(name)}.d.ts`),
    join(folder, 'shared.d.ts'),
  ])
  const otherMethods = methodsBesidesCards(`${resource('PaymentIntents')}.d.ts`)
  const reader = createReader({ follows: (path) => followed.has(path), otherMethods })
  const calls = Object.entries(CALLS).flatMap(([name, methods]) =>
    methods.map((method) => callOf(resource(name), method, reader)),
  )
  const events = eventsOf(`${resource('Events')}.d.ts`, reader)
  return {
    sdk: versionOf(join(modules, 'stripe')),
    api: apiVersion(folder),
    js: versionOf(join(modules, '@stripe', 'stripe-js')),
    calls: sorted(Object.fromEntries(calls)),
    events: sorted(events),
    types: sorted(reader.types),
    browser: browserTypes(join(modules, '@stripe', 'stripe-js', 'dist', 'api'), otherMethods),
  }
}

/** The table as it is kept: sorted, a line for each field, so that a difference shows what a version changed. */
export const tableText = (table: StripeTable) => `${JSON.stringify(table, null, 1)}\n`

function methodsBesidesCards(path: string): Set<string> {
  const name = 'PaymentIntentCreateParams.AllowedPaymentMethodType'
  const reader = createReader({ follows: () => false, otherMethods: new Set() })
  reader.readFound(foundIn(path, name))
  const methods = reader.types[name]
  if (!Array.isArray(methods) || !methods.includes('card')) throw new Error(`${name} is not as expected`)
  return new Set(methods.filter((method) => method !== 'card'))
}

/** A method of an SDK's class: its address is in the program, its types are in the declarations. */
function callOf(
  resource: string,
  method: string,
  reader: Reader,
): [string, { params: string; reply: string }] {
  const at = classIn(`${resource}.d.ts`)
  const declared = at.node.type === 'ClassDeclaration' ? at.node.body.body : []
  const signature = declared.find(
    (member) => member.type === 'TSDeclareMethod' && nameOfKey(member.key) === method,
  )
  if (signature?.type !== 'TSDeclareMethod') throw new Error(`${at.name} has no ${method}`)
  const params = signature.params.find((param) => param.type === 'Identifier' && param.name === 'params')
  const { returnType } = signature
  if (
    params?.type !== 'Identifier' ||
    params.typeAnnotation?.type !== 'TSTypeAnnotation' ||
    returnType?.type !== 'TSTypeAnnotation'
  )
    throw new Error(`${at.name}.${method} is not as expected`)
  return [
    addressOf(`${resource}.js`, method),
    {
      params: reader.read(params.typeAnnotation.typeAnnotation, at),
      reply: replyOf(returnType.typeAnnotation, at, reader),
    },
  ]
}

/** `Promise<Response<Refund>>` is `Refund`, `ApiListPromise<Refund>` is `list of Refund`. */
function replyOf(type: TSType, at: Found, reader: Reader): string {
  if (type.type !== 'TSTypeReference') throw new Error(`${at.name} gives ${type.type}`)
  const name = nameOf(type.typeName)
  const [inner] = type.typeParameters?.params ?? []
  if (inner && (name === 'Promise' || name === 'Response')) return replyOf(inner, at, reader)
  if (inner && name === 'ApiListPromise') return `list of ${replyOf(inner, at, reader)}`
  // One of hundreds, of which each says what it is about: see `events`.
  return name === 'Event' ? reader.readFound(foundIn(at.file.path, 'EventBase')) : reader.read(type, at)
}

const CALL = /this\._makeRequest\('(\w+)', [`']([^`']+)[`']/

function addressOf(program: string, method: string): string {
  const text = readFileSync(program, 'utf8')
  const [, verb, path] = CALL.exec(text.slice(text.indexOf(`\n    ${method}(`))) ?? []
  if (verb === undefined || path === undefined)
    throw new Error(`${program} does not say what ${method} calls`)
  return `${verb} ${path.replaceAll(/\$\{encodeURIComponent\((\w+)\)\}/g, ':$1')}`
}

function eventsOf(path: string, reader: Reader): Record<string, string> {
  const events: Record<string, string> = {}
  for (const name of readDeclarations(path).declared.keys()) {
    const at = foundIn(path, name)
    if (!name.endsWith('Event') || at.node.type !== 'TSInterfaceDeclaration') continue
    const object = memberOf(foundIn(path, `${name}.Data`), 'object')
    const type = memberOf(at, 'type')
    const about = reader.read(object, at)
    if (about !== 'object') events[reader.read(type, at).slice(1, -1)] = about
  }
  return events
}

function memberOf({ node, name }: Found, key: string): TSType {
  const members = node.type === 'TSInterfaceDeclaration' ? node.body.body : []
  for (const member of members)
    if (member.type === 'TSPropertySignature' && nameOfKey(member.key) === key && member.typeAnnotation)
      return member.typeAnnotation.typeAnnotation
  throw new Error(`${name} has no ${key}`)
}

function browserTypes(folder: string, otherMethods: Set<string>): Types {
  const reader = createReader({ follows: (path) => path.startsWith(folder), otherMethods })
  for (const [file, name] of Object.entries(BROWSER))
    reader.readFound(foundIn(join(folder, `${file}.d.ts`), name))
  return sorted(reader.types)
}

function foundIn(path: string, name: string): Found {
  const file = readDeclarations(path)
  const node = file.declared.get(name)
  if (!node) throw new Error(`${path} does not declare ${name}`)
  return { node, file, name }
}

function classIn(path: string): Found {
  const [name = ''] =
    [...readDeclarations(path).declared].find(([, node]) => node.type === 'ClassDeclaration') ?? []
  return foundIn(path, name)
}

const nameOfKey = (key: { type: string; name?: unknown }) =>
  key.type === 'Identifier' ? key.name : undefined

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version
}

function apiVersion(folder: string): string {
  return /ApiVersion = "([^"]+)"/.exec(readFileSync(join(folder, 'apiVersion.d.ts'), 'utf8'))?.[1] ?? ''
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [two]) => (one < two ? -1 : 1)))
}
