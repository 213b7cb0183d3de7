/**
 * Endpoint declarations. Each endpoint is declared once, as data, and everything else derives from it.
 * The server binds a handler to it. Browsers and page loaders call it through `client.ts`.
 * `/api/openapi.json` describes it. The access test of `npm test` tries every endpoint with every kind of
 * caller.
 */
import { z } from 'zod'
import type { FailureSpec } from './failures.ts'

/**
 * Who may call an endpoint: everyone (`all`), holders of a private link, family members and admins, admins
 * only, or the payment provider (`signature`).
 * The handler itself checks a private link, and the signature of the provider's request.
 */
export type Access = 'all' | 'link' | 'family' | 'admin' | 'signature'

/**
 * Names of the rate limits per caller's address, or per target if the handler names one.
 * `platform/rate-limits.ts` holds the numbers.
 */
export type LimitName = 'none' | 'read' | 'write' | 'guess' | 'payment' | 'mail' | 'sign-up' | 'join'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** The reply of calls that return nothing but success. */
const NOTHING = z.object({})

export interface Endpoint<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Failures extends Record<string, FailureSpec> = Record<string, FailureSpec>,
> {
  /** The name, `feature.verb`. It is also the OpenAPI operationId. */
  readonly name: string
  readonly method: (typeof METHODS)[number]
  /** The path below `/api/`, without a leading slash, such as `auth/event/list`. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  readonly limit: LimitName
  readonly query?: Query
  readonly body?: Body
  /**
   * `file` means a multipart body with one part `file`, declared with `body: fileInput`. The default is JSON.
   */
  readonly takes?: 'json' | 'file'
  /**
   * The type of a success that is not JSON. The handler creates the `Response`, and the pipeline adds the
   * call's cookies.
   * Declare it with `reply: csvReply`, `pdfReply` or `redirectReply`. Browsers follow a link to it; scripts
   * do not call it.
   */
  readonly gives?: 'json' | 'csv' | 'pdf' | 'redirect'
  /** File name under which browsers save the JSON when they follow a link to it. */
  readonly savedAs?: string
  /** For a GET, the bare value. For other methods, the object sent together with `"success": true`. */
  readonly reply: Reply
  /** 201 for creations; the default is 200. */
  readonly status?: 200 | 201
  /** Failures of this endpoint, in addition to `COMMON_FAILURES`. */
  readonly failures?: Failures
  /**
   * Allows caching of a GET's reply. A page may be cached if all replies on it may be. The reply must depend
   * only on these query parameters, the ranch day, and tables that raise the content version (migrations/0034).
   * All admins must get the same reply. All other callers must also get one same reply, unless they have
   * unlocked an event or opened the family calendar with the dog's name.
   */
  readonly cacheBy?: readonly string[]
  /** Returns false for a reply that must not be cached although `cacheBy` is set. */
  cacheIf?(reply: z.output<Reply>): boolean
}

/** Returns true if this reply may be cached. */
export const isCacheable = ({ cacheBy, cacheIf }: Endpoint, reply: unknown): boolean =>
  cacheBy !== undefined && (cacheIf?.(reply) ?? true)

/**
 * Makes `limit` optional where the access already implies a limit: the site counts wrong private links, and the
 * reads or writes of signed-in callers.
 */
type Limited =
  | { readonly access: 'link' | 'family' | 'admin'; readonly limit?: LimitName }
  | { readonly access: 'all' | 'signature'; readonly limit: LimitName }

/** The form in which endpoints are declared: `route` joins method and path, and `reply` is optional. */
type Declaration<E extends Endpoint> = Omit<E, 'method' | 'path' | 'access' | 'limit' | 'reply'> &
  Partial<Pick<E, 'reply'>> &
  Limited & { readonly route: `${Endpoint['method']} ${string}` }

/**
 * Declares an endpoint, keeping the exact types of its schemas and failure codes. Throws if the route has no
 * method.
 */
export function endpoint<
  Query extends z.ZodType = z.ZodNever,
  Body extends z.ZodType = z.ZodNever,
  Reply extends z.ZodType = typeof NOTHING,
  const Failures extends Record<string, FailureSpec> = Record<never, FailureSpec>,
>(declaration: Declaration<Endpoint<Query, Body, Reply, Failures>>): Endpoint<Query, Body, Reply, Failures>
export function endpoint({ route, ...declaration }: Declaration<Endpoint>): Endpoint {
  const method = METHODS.find((one) => route.startsWith(`${one} `))
  if (!method)
    throw new Error(`${declaration.name}: the route must be a method and a path, such as "GET auth/rooms"`)
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

/** The input as a handler receives it, after parsing. */
export type ParsedOf<E> =
  E extends Endpoint<infer Query, infer Body, z.ZodType, Record<string, FailureSpec>>
    ? { query: z.output<Query>; body: z.output<Body> }
    : never

/** Returns the HTTP status of a success. */
export const successStatus = ({ gives, status = 200 }: Pick<Endpoint, 'gives' | 'status'>): 200 | 201 | 302 =>
  gives === 'redirect' ? 302 : status

export type ReplyOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, infer Reply, Record<string, FailureSpec>> ? z.output<Reply> : never

/**
 * The reply as a handler returns it; instants may be dates. The pipeline drops fields that the contract does
 * not declare.
 */
export type AnswerOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, infer Reply, Record<string, FailureSpec>> ? z.input<Reply> : never

export type FailureCodeOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer Failures> ? keyof Failures & string : never

// Requests whose body is a file (`takes: 'file'`), and replies that are not JSON (`gives`).

/** The largest file that a call accepts, in bytes (R11.12). */
export const FILE_LIMIT_BYTES = 25 * 1024 * 1024

/** An uploaded file. The sender chose `name` and `type`, so do not trust them. */
export interface SentFile {
  bytes: Uint8Array<ArrayBuffer>
  name: string
  type: string
}

const isSentFile = (value: unknown): value is SentFile =>
  value !== null && typeof value === 'object' && 'bytes' in value && value.bytes instanceof Uint8Array

/** A `multipart/form-data` body with one part `file`. */
export const fileInput = z
  .object({ file: z.custom<SentFile>(isSentFile) })
  .meta({ title: 'multipart with one `file`' })

const isResponse = (value: unknown) => value instanceof Response

/** The reply of `gives: 'csv'`: the `Response` that the handler creates. */
export const csvReply = z.custom<Response>(isResponse).meta({ title: 'text/csv' })

/** The reply of `gives: 'pdf'`: the `Response` that the handler creates. */
export const pdfReply = z.custom<Response>(isResponse).meta({ title: 'application/pdf' })

/** The reply of `gives: 'redirect'`: the `Response` that the handler creates. */
export const redirectReply = z.custom<Response>(isResponse).meta({ title: 'redirect' })
