/**
 * Describes the API in OpenAPI 3.1, from the same declarations that check requests. Also renders the description as a
 * page for people.
 */
import { OpenAPIHono, type RouteConfig } from '@hono/zod-openapi'
import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { z } from 'zod'
import { type Access, type Endpoint, successStatus } from '#shared/endpoint.ts'
import { type FailureSpec, failureParts, COMMON_FAILURES, type CommonFailureCode } from '#shared/failures.ts'
import { venue } from '#shared/venue.ts'
import { familyCookieName, sessionCookieName } from './cookies.ts'
import { isSecure } from './xsrf.ts'

export type ApiDocument = ReturnType<OpenAPIHono['getOpenAPI31Document']>

export const ACCESS_WORDS: Record<Access, string> = {
  all: 'Everyone.',
  link: 'Anyone with the private link.',
  family: 'The family, or an admin.',
  admin: 'Admins only.',
  signature: 'The payment provider, by its signature.',
}

/** Returns the OpenAPI document of all endpoints. `server` is the base URL of their paths. */
export function describeEndpoints(endpoints: readonly Endpoint[], server: string): ApiDocument {
  const { openAPIRegistry: registry, getOpenAPI31Document } = new OpenAPIHono()
  const token = 'An access token of the configured issuer and audience.'
  const bearer = { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: token } as const
  registry.registerComponent('securitySchemes', 'bearer', bearer)
  const secure = isSecure(server)
  for (const [key, where, name, description] of [
    ['session', 'cookie', sessionCookieName(secure), 'The cookie of a signed-in admin.'],
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
    request: { ...(query instanceof z.ZodObject ? { query } : {}), ...bodyOf(endpoint) },
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

/** Returns the common failures that an endpoint can have, from its access, limit and input. */
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
  const all = [
    ...Object.entries(endpoint.failures ?? {}),
    ...commonFailuresOf(endpoint).map((code): [string, FailureSpec] => [code, COMMON_FAILURES[code]]),
  ].map(([code, spec]) => [code, ...failureParts(spec)] as const)
  const byStatus = Map.groupBy(all, ([, status]) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, failures]) => [
      status,
      {
        description: failures.map(([code, , message]) => `\`${code}\`: ${message}`).join('\n'),
        content: { 'application/json': { schema: failureSchema(failures.map(([code]) => code)) } },
      },
    ]),
  )
}

const failureSchema = (codes: string[]) =>
  z.object({
    success: z.literal(false),
    code: z.enum(codes),
    message: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
  })

interface Operation {
  operationId?: string
  summary?: string
  description?: string
  parameters?: { name: string; required?: boolean; schema?: unknown }[]
  requestBody?: { content?: Record<string, { schema?: unknown }> }
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>
}

/** The styles of the page, inline; its policy allows them by their hash. */
export const STYLE = `
body { margin: 0 auto; max-width: 54rem; padding: 1.5rem; font: 1rem/1.5 system-ui, sans-serif; color: #2b2620; background: #fbf7ef }
h2 { margin: 2.5rem 0 .5rem; text-transform: capitalize }
section { border-top: 1px solid #d8cdb8; padding: 1rem 0 }
h3 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere }
h3 b { display: inline-block; min-width: 4.5rem; color: #7a3b1d }
p { margin: .4rem 0 }
pre { overflow-x: auto; background: #f1e9d9; padding: .75rem; font-size: .85rem }
summary { cursor: pointer }
`

/** Renders the description as plain HTML that works without scripts. */
export async function docsPage(document: ApiDocument): Promise<string> {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  )
  const groups = Map.groupBy(operations, ({ operation }) => operation.operationId?.split('.')[0] ?? '')
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>API – ${document.info.title}</title>
        ${raw(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <h1>The API of ${document.info.title}</h1>
        <p>${document.info.description}</p>
        <p>For programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI ${document.openapi}).</p>
        ${[...groups].map(
          ([name, calls]) =>
            html`<h2>${name}</h2>
              ${calls.map(describeCall)}`,
        )}
      </body>
    </html>`
  return page.toString()
}

function describeCall({
  path,
  method,
  operation,
}: Record<'path' | 'method', string> & { operation: Operation }) {
  const parameters = operation.parameters ?? []
  const [body] = Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema)
  return html`<section id="${operation.operationId ?? path}">
    <h3><b>${method}</b> /api${path}</h3>
    <p>${proseOf(operation.summary)}. ${proseOf(operation.description)}</p>
    ${
      parameters.length === 0
        ? ''
        : html`<p>
            Query:
            ${parameters.map(({ name, required }) => `${name}${required ? '' : ' (optional)'}`).join(', ')}
          </p>`
    }
    ${body ? schemaDetails('Body', body) : ''}
    ${Object.entries(operation.responses ?? {}).map(([status, { description, content }]) =>
      Number(status) < 300
        ? schemaDetails(`${status}: reply`, Object.values(content ?? {})[0]?.schema)
        : html`<p><b>${status}</b> ${proseOf(description)}</p>`,
    )}
  </section>`
}

/** Renders names between backticks as code. */
const proseOf = (text = '') =>
  text.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))

const schemaDetails = (title: string, schema: unknown): HtmlEscapedString | Promise<HtmlEscapedString> =>
  html`<details>
    <summary>${title}</summary>
    <pre>${JSON.stringify(schema ?? {}, null, 2)}</pre>
  </details>`
