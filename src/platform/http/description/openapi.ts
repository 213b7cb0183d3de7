/** The API's description in OpenAPI 3.1, made from the same declarations that check the requests. */
import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  type Access,
  type Endpoint,
  type FailureSpec,
  successStatus,
  COMMON_FAILURES,
  type CommonFailureCode,
} from '#shared/endpoint.ts'
import { venue } from '#shared/venue.ts'
import { familyCookieName, sessionCookieName } from '../cookies.ts'
import { isSecure } from '../xsrf.ts'

export type ApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>

export const ACCESS_WORDS: Record<Access, string> = {
  all: 'Everyone.',
  link: 'Whoever has the private link.',
  family: 'The family, or an admin.',
  admin: 'Admins only.',
  signature: 'The payment provider, by its signature.',
}

/** The document for all endpoints; `server` is the whole address below which their paths are. */
export function describeEndpoints(endpoints: readonly Endpoint[], server: string): ApiDocument {
  const { openAPIRegistry: registry, getOpenAPI31Document } = new OpenAPIHono()
  registry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token of the configured issuer and audience.',
  })
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName(isSecure(server)),
    description: 'The cookie of a signed-in admin.',
  })
  registry.registerComponent('securitySchemes', 'family', {
    type: 'apiKey',
    in: 'cookie',
    name: familyCookieName(isSecure(server)),
    description: 'The cookie of a browser that has named the family’s dog.',
  })
  registry.registerComponent('securitySchemes', 'xsrf', {
    type: 'apiKey',
    in: 'header',
    name: 'X-XSRF-TOKEN',
    description: 'Equal to the cookie XSRF-TOKEN; for every call that changes something with cookies.',
  })
  for (const endpoint of endpoints) registry.registerPath(describe(endpoint))
  return getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: venue.name,
      version: '1',
      description:
        'Money is integer cents of US dollars. A day is yyyy-mm-dd at the ranch (America/Denver). GETs return ' +
        'the bare value; other successes have "success": true. Every failure has the same form.',
    },
    servers: [{ url: server }],
  })
}

function describe(endpoint: Endpoint): RouteConfig {
  const { method, path, name, summary, access, query } = endpoint
  return {
    method: method.toLowerCase() as 'get' | 'post' | 'put' | 'delete',
    path: `/${path}`,
    operationId: name,
    tags: [name.split('.')[0] ?? name],
    summary,
    description: `Access: ${ACCESS_WORDS[access]}`,
    security: securityOf(endpoint),
    request: {
      ...(query instanceof z.ZodObject ? { query } : {}),
      ...bodyOf(endpoint),
    },
    responses: { ...successOf(endpoint), ...failuresOf(endpoint) },
  }
}

function securityOf({ access, method }: Endpoint): Record<string, string[]>[] {
  const changes = method !== 'GET'
  if (access === 'admin' || access === 'family') {
    const ways = access === 'family' ? ['session', 'family'] : ['session']
    return [{ bearer: [] }, ...ways.map((way) => (changes ? { [way]: [], xsrf: [] } : { [way]: [] }))]
  }
  return changes && access !== 'signature' ? [{ xsrf: [] }] : []
}

const BINARY = { type: 'string', format: 'binary' } as const
const FILE_TYPES = { csv: 'text/csv', pdf: 'application/pdf' } as const
const FILE_FORM = z.object({ file: z.string().meta({ format: 'binary' }) })

function bodyOf({ body, takes }: Endpoint): RouteConfig['request'] {
  if (!body) return {}
  const schema = takes === 'file' ? FILE_FORM : body
  const type = takes === 'file' ? 'multipart/form-data' : 'application/json'
  return { body: { required: true, content: { [type]: { schema } } } }
}

function successOf(endpoint: Endpoint): RouteConfig['responses'] {
  const { method, reply, gives } = endpoint
  const status = successStatus(endpoint)
  if (gives === 'csv' || gives === 'pdf') {
    const schema = gives === 'csv' ? { type: 'string' as const } : BINARY
    return { [status]: { description: 'Success', content: { [FILE_TYPES[gives]]: { schema } } } }
  }
  if (gives === 'redirect') {
    const location = { description: 'Where to go on', schema: { type: 'string' } } as const
    return { [status]: { description: 'Goes on elsewhere', headers: { Location: location } } }
  }
  const schema =
    method !== 'GET' && reply instanceof z.ZodObject ? reply.extend({ success: z.literal(true) }) : reply
  return { [status]: { description: 'Success', content: { 'application/json': { schema } } } }
}

/** The common failures of an endpoint, from its access, limit and input. */
function commonFailuresOf({ access, limit, query, body }: Endpoint): CommonFailureCode[] {
  const guarded = access === 'admin' || access === 'family'
  const codes: [CommonFailureCode, boolean][] = [
    ['malformed', body !== undefined || query !== undefined],
    ['invalid', body !== undefined || query !== undefined],
    ['unauthenticated', guarded],
    ['forbidden', guarded],
    ['csrf', access !== 'signature'],
    ['too_large', body !== undefined || access === 'signature'],
    ['unsupported_type', body !== undefined],
    ['rate_limited', limit !== 'none'],
    ['internal', true],
    ['unavailable', true],
  ]
  return codes.filter(([, applies]) => applies).map(([code]) => code)
}

function failuresOf(endpoint: Endpoint): RouteConfig['responses'] {
  const all: [string, FailureSpec][] = [
    ...Object.entries(endpoint.failures ?? {}),
    ...commonFailuresOf(endpoint).map((code): [string, FailureSpec] => [code, COMMON_FAILURES[code]]),
  ]
  const byStatus = Map.groupBy(all, ([, [status]]) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, failures]) => [
      status,
      {
        description: failures.map(([code, [, message]]) => `\`${code}\`: ${message}`).join('\n'),
        content: { 'application/json': { schema: failureSchema(failures.map(([code]) => code)) } },
      },
    ]),
  )
}

function failureSchema(codes: string[]) {
  return z.object({
    success: z.literal(false),
    code: z.enum(codes),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  })
}
