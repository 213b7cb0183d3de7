/**
 * An endpoint is declared once, as data. The server binds a handler to it, the browser and the page
 * loaders call it through `client.ts`, `/api/openapi.json` describes it, and the access test of `npm test`
 * walks every declaration × every kind of caller. Nothing about a call is written anywhere else.
 */
import { z } from 'zod'
import type { FailureSpec } from './failures.ts'

/** The callers whom an endpoint lets in: everyone; holders of a private link (checked by the handler); the family or an admin; admins; the payment provider's signature. */
export type Access = 'all' | 'link' | 'family' | 'admin' | 'signature'

/** Limits per caller's address (and per target where the handler names one); the numbers live in `platform/rate-limits.ts`. */
export type LimitName = 'none' | 'read' | 'write' | 'guess' | 'payment' | 'mail' | 'sign-up' | 'join'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** What calls reply that have nothing to tell but that it is done. */
const NOTHING = z.object({})

export interface Endpoint<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Failures extends Record<string, FailureSpec> = Record<string, FailureSpec>,
> {
  /** `feature.verb`, also the OpenAPI operationId. */
  readonly name: string
  readonly method: (typeof METHODS)[number]
  /** Below `/api/`, without a leading slash, such as `auth/event/list`. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  readonly limit: LimitName
  readonly query?: Query
  readonly body?: Body
  /** `file`: a multipart body with one part `file`; declared with `body: fileInput`. JSON otherwise. */
  readonly takes?: 'json' | 'file'
  /**
   * The kind of a success that is no JSON: the handler makes the `Response`, which is passed on with the call's cookies.
   * Declared with `reply: csvReply`, `pdfReply` or `redirectReply`; browsers follow a link there, scripts do not call it.
   */
  readonly gives?: 'json' | 'csv' | 'pdf' | 'redirect'
  /** A browser that follows a link there saves the JSON under this name. */
  readonly savedAs?: string
  /** GET: the bare value. Others: the object beside `"success": true`. */
  readonly reply: Reply
  /** 201 for creations; 200 otherwise. */
  readonly status?: 200 | 201
  /** Failures of this call's own, beside `COMMON_FAILURES`. */
  readonly failures?: Failures
  /**
   * GET: the reply may be cached like a public page, and a page may be cached if all replies on it may. The reply depends on nothing
   * but these parameters of the query, the ranch's day, and tables that raise the content version (migrations/0034). It is the same
   * for all admins, and the same for everyone else who has unlocked no event and not named the dog.
   */
  readonly cacheBy?: readonly string[]
  /** Returns false for a reply that must not be cached in spite of `cacheBy`. */
  cacheIf?(reply: z.output<Reply>): boolean
}

/** Returns whether this reply of a call may be cached. */
export const isCacheable = ({ cacheBy, cacheIf }: Endpoint, reply: unknown): boolean =>
  cacheBy !== undefined && (cacheIf?.(reply) ?? true)

/** `limit` may be left out where who calls says which it is: behind a link wrong links are counted, behind a sign-in reads or writes. */
type Limited =
  | { readonly access: 'link' | 'family' | 'admin'; readonly limit?: LimitName }
  | { readonly access: 'all' | 'signature'; readonly limit: LimitName }

/** An endpoint as it is declared: its `route` is the method and the path; without `reply` a success has nothing more to tell. */
type Declaration<E extends Endpoint> = Omit<E, 'method' | 'path' | 'access' | 'limit' | 'reply'> &
  Partial<Pick<E, 'reply'>> &
  Limited & { readonly route: `${Endpoint['method']} ${string}` }

/** Declares an endpoint, keeping the exact types of its schemas and failure codes. */
export function endpoint<
  Query extends z.ZodType = z.ZodNever,
  Body extends z.ZodType = z.ZodNever,
  Reply extends z.ZodType = typeof NOTHING,
  const Failures extends Record<string, FailureSpec> = Record<never, FailureSpec>,
>(declaration: Declaration<Endpoint<Query, Body, Reply, Failures>>): Endpoint<Query, Body, Reply, Failures>
export function endpoint({ route, ...declaration }: Declaration<Endpoint>): Endpoint {
  const method = METHODS.find((one) => route.startsWith(`${one} `))
  if (!method)
    throw new Error(`${declaration.name}: a route is a method and a path, such as "GET auth/rooms"`)
  const path = route.slice(method.length + 1)
  return { limit: usualLimit(declaration.access, method), reply: NOTHING, ...declaration, method, path }
}

function usualLimit(access: Access, method: Endpoint['method']): LimitName {
  if (access === 'link') return 'guess'
  return method === 'GET' ? 'read' : 'write'
}

/** The input as a caller passes it: a query, a body, or nothing. */
export type InputOf<E> =
  E extends Endpoint<infer Query, infer Body, z.ZodType, Record<string, FailureSpec>>
    ? ([Query] extends [z.ZodNever] ? unknown : { query: z.input<Query> }) &
        ([Body] extends [z.ZodNever] ? unknown : { body: z.input<Body> })
    : never

/** The input as a handler receives it, parsed. */
export type ParsedOf<E> =
  E extends Endpoint<infer Query, infer Body, z.ZodType, Record<string, FailureSpec>>
    ? { query: z.output<Query>; body: z.output<Body> }
    : never

/** The status of a success. */
export const successStatus = ({ gives, status = 200 }: Pick<Endpoint, 'gives' | 'status'>): 200 | 201 | 302 =>
  gives === 'redirect' ? 302 : status

export type ReplyOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, infer Reply, Record<string, FailureSpec>> ? z.output<Reply> : never

/** The reply as a handler gives it: instants may be dates. What the contract does not declare does not leave. */
export type AnswerOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, infer Reply, Record<string, FailureSpec>> ? z.input<Reply> : never

export type FailureCodeOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer Failures> ? keyof Failures & string : never

// The body of an endpoint that takes a file (`takes: 'file'`), and the replies that are no JSON (`gives`).

/** The largest file that a call takes (R11.12). */
export const FILE_LIMIT_BYTES = 25 * 1024 * 1024

/** A file as it was sent: `name` and `type` are what the sender says, and prove nothing. */
export interface SentFile {
  bytes: Uint8Array<ArrayBuffer>
  name: string
  type: string
}

const isSentFile = (value: unknown): value is SentFile =>
  value !== null && typeof value === 'object' && 'bytes' in value && value.bytes instanceof Uint8Array

/** One part `file` of a `multipart/form-data` body. */
export const fileInput = z
  .object({ file: z.custom<SentFile>(isSentFile) })
  .meta({ title: 'multipart with one `file`' })

const isResponse = (value: unknown) => value instanceof Response

/** The reply of `gives: 'csv'`: the handler's own `Response`. */
export const csvReply = z.custom<Response>(isResponse).meta({ title: 'text/csv' })

/** The reply of `gives: 'pdf'`: the handler's own `Response`. */
export const pdfReply = z.custom<Response>(isResponse).meta({ title: 'application/pdf' })

/** The reply of `gives: 'redirect'`: the handler's own `Response`. */
export const redirectReply = z.custom<Response>(isResponse).meta({ title: 'redirect' })
