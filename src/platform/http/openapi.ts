/** Describes the API in OpenAPI 3.1. Uses the same declarations that check requests. */
import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import { z } from 'zod'
import { type Access, type Endpoint, successStatus } from '#shared/endpoint.ts'
import { type FailureSpec, failureParts, COMMON_FAILURES, type CommonFailureCode } from '#shared/failures.ts'
import { venue } from '#shared/venue.ts'
import { API_INTRODUCTION } from './api-introduction.ts'
import { familyCookieName, sessionCookieName } from './cookies.ts'
import { exampleFor } from './examples.ts'
import { isSecure } from './xsrf.ts'

type ApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>

const ACCESS_WORDS: Record<Access, (needs: string) => string> = {
  all: () => 'Everyone.',
  link: () => 'Anyone with the private link.',
  family: (needs) => `The family, or staff with the permission \`${needs}\`.`,
  staff: (needs) => `Staff with the permission \`${needs}\`.`,
  signature: () => 'The payment provider, by its signature.',
}

/** Returns the OpenAPI document of all endpoints. `server` is the base URL of their paths. */
export function describeEndpoints(endpoints: readonly Endpoint[], server: string): ApiDocument {
  const { openAPIRegistry: registry, getOpenAPI31Document } = new OpenAPIHono()
  const token = 'An access token of the configured issuer and audience.'
  const bearer = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: token } as const
  registry.registerComponent('securitySchemes', 'bearer', bearer)
  const secure = isSecure(server)
  for (const [key, where, name, description] of [
    ['session', 'cookie', sessionCookieName(secure), 'The cookie of a signed-in person.'],
    [
      'family',
      'cookie',
      familyCookieName(secure),
      'The cookie of a browser that has named the family’s dog.',
    ],
    [
      'xsrf',
      'header',
      'X-XSRF-TOKEN',
      'Equal to the cookie XSRF-TOKEN; for every call that changes something with cookies.',
    ],
  ] as const)
    registry.registerComponent('securitySchemes', key, { type: 'apiKey', in: where, name, description })
  for (const endpoint of endpoints) registry.registerPath(describe(endpoint))
  return getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: venue.name,
      version: '1',
      description: API_INTRODUCTION,
    },
    servers: [{ url: server }],
  })
}

function describe(endpoint: Endpoint): RouteConfig {
  const { method, path, name, summary, access, needs, limit, query } = endpoint
  return {
    method: method.toLowerCase() as 'get' | 'post' | 'put' | 'delete',
    path: `/${path}`,
    operationId: name,
    tags: [name.split('.')[0] ?? name],
    // Removes backticks, because a summary is plain text in OpenAPI. Only a description is Markdown.
    summary: summary.replaceAll('`', ''),
    description: `Access: ${ACCESS_WORDS[access](needs ?? '')} Limit: ${limit}.`,
    security: securityOf(endpoint),
    request: { ...(query instanceof z.ZodObject ? { query } : {}), ...bodyOf(endpoint) },
    responses: { ...successOf(endpoint), ...failuresOf(endpoint) },
  }
}

function securityOf({ access, needs, method }: Endpoint): Record<string, string[]>[] {
  const changes = method !== 'GET'
  if (needs !== null) {
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
  const example = exampleFor(schema, 'input')
  return { body: { required: true, content: { [type]: { schema, example } } } }
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
  const example = exampleFor(schema, 'output')
  return { [status]: { description: 'Success', content: { 'application/json': { schema, example } } } }
}

/** Returns the common failures that an endpoint can have, from its access, limit and input. */
function commonFailuresOf({ access, needs, limit, query, body }: Endpoint): CommonFailureCode[] {
  const guarded = needs !== null
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
  const all = [
    ...Object.entries(endpoint.failures ?? {}),
    ...commonFailuresOf(endpoint).map((code): [string, FailureSpec] => [code, COMMON_FAILURES[code]]),
  ].map(([code, spec]) => [code, ...failureParts(spec)] as const)
  const byStatus = Map.groupBy(all, ([, status]) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, failures]) => [
      status,
      {
        description: failures.map(([code, , message]) => `- \`${code}\`: ${message}`).join('\n'),
        content: { 'application/json': failureContent(failures) },
      },
    ]),
  )
}

/** Returns the response schema of these failures, with the first failure as the example. */
function failureContent(failures: (readonly [code: string, status: number, message: string])[]) {
  const [[code, , message] = ['', 0, ''] as const] = failures
  const example = { success: false, code, message }
  return { schema: failureSchema(failures.map(([one]) => one)), example }
}

const failureSchema = (codes: string[]) =>
  z.object({
    success: z.literal(false),
    code: z.enum(codes),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  })
