/**
 * Declarations of API endpoints. Each is declared once, as data: the server adds a handler, browsers and page
 * loaders call it through `client.ts`, `/api/openapi.json` describes it, and a test tries it with every kind
 * of caller.
 */
import { z } from 'zod'
import type { FailureSpec } from './failures.ts'
import type { Permission } from './roles.ts'

/**
 * Who may call an endpoint: everyone (`all`), holders of a private link, staff with the permission that the
 * endpoint `needs`, such staff and the family, or the card provider (`signature`). The handler itself checks a
 * private link or the provider's signature.
 */
export type Access = 'all' | 'link' | 'family' | 'staff' | 'signature'

/**
 * Names of the rate limits. Each counts by the caller's address, or by a target that the handler names. Their
 * sizes are in `platform/rate-limits.ts`.
 */
export type LimitName = 'none' | 'read' | 'write' | 'guess' | 'payment' | 'mail' | 'sign-up' | 'join'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const

/** The reply of a call that returns nothing but success. */
const NOTHING = z.object({})

export interface Endpoint<
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Failures extends Record<string, FailureSpec> = Record<string, FailureSpec>,
> {
  /** The name, `feature.verb`. It is the operationId in the API description. */
  readonly name: string
  readonly method: (typeof METHODS)[number]
  /** The path below `/api/`, without a leading slash, such as `auth/event/list`. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** The permission that staff need for this call. Null if the call is not for staff. */
  readonly needs: Permission | null
  readonly limit: LimitName
  readonly query?: Query
  readonly body?: Body
  /** `file` means a multipart body with one file, declared by `body: fileInput`. Defaults to JSON. */
  readonly takes?: 'json' | 'file'
  /**
   * The type of a reply that is not JSON. The handler creates the `Response`. Declare it by `reply:
   * csvReply`, `pdfReply` or `redirectReply`. Pages link to such an endpoint instead of calling it.
   */
  readonly gives?: 'json' | 'csv' | 'pdf' | 'redirect'
  /** File name under which a browser saves the JSON. */
  readonly savedAs?: string
  /**
   * The reply of a success. For a GET, this value alone. For other methods, its fields together with
   * `"success": true`.
   */
  readonly reply: Reply
  /** The status of a success. 201 if the call creates something; defaults to 200. */
  readonly status?: 200 | 201
  /** Failures of this endpoint besides `COMMON_FAILURES`. */
  readonly failures?: Failures
  /**
   * Query parameters on which a GET's reply depends, if it may be cached. The reply may depend on nothing
   * else but the ranch day and tables that raise the content version (migrations/0034). All staff of one
   * role must get one and the same reply. All other callers must also get one and the same reply, unless they have
   * unlocked an event or the family calendar.
   */
  readonly cacheBy?: readonly string[]
  /** Returns false if this reply must not be cached although `cacheBy` is set. */
  cacheIf?(reply: z.output<Reply>): boolean
}

/** Returns true if this reply may be cached. */
export const isCacheable = ({ cacheBy, cacheIf }: Endpoint, reply: unknown): boolean =>
  cacheBy !== undefined && (cacheIf?.(reply) ?? true)

/**
 * Who may call the endpoint. `needs` alone means staff with that permission. Makes `limit` optional if the access
 * implies one: the site counts wrong private links, and signed-in callers' reads and writes.
 */
type Callers =
  | { readonly needs: Permission; readonly access?: 'family'; readonly limit?: LimitName }
  | { readonly needs?: never; readonly access: 'link'; readonly limit?: LimitName }
  | { readonly needs?: never; readonly access: 'all' | 'signature'; readonly limit: LimitName }

/** How an endpoint is declared: `route` contains method and path, and `reply` is optional. */
type Declaration<E extends Endpoint> = Omit<E, 'method' | 'path' | 'access' | 'needs' | 'limit' | 'reply'> &
  Partial<Pick<E, 'reply'>> &
  Callers & { readonly route: `${Endpoint['method']} ${string}` }

/**
 * Declares an endpoint and keeps the exact types of its schemas and failure codes. Throws if the route has no
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
  const { access = 'staff', needs = null } = declaration
  return { limit: usualLimit(access, method), reply: NOTHING, ...declaration, access, needs, method, path }
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
 * The reply that a handler returns. Instants may be a `Date`. The caller gets only the fields that the
 * contract declares.
 */
export type AnswerOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, infer Reply, Record<string, FailureSpec>> ? z.input<Reply> : never

export type FailureCodeOf<E> =
  E extends Endpoint<z.ZodType, z.ZodType, z.ZodType, infer Failures> ? keyof Failures & string : never

// Requests whose body is a file (`takes: 'file'`), and replies that are not JSON (`gives`).

/** The largest file that a call accepts, in bytes (R11.12). */
export const FILE_LIMIT_BYTES = 25 * 1024 * 1024

/** An uploaded file. `name` and `type` come from the sender, so do not trust them. */
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
