/**
 * Writes `docs/api.md` from the same declarations that check requests, so that the page always matches the API.
 */
import { z } from 'zod'
import { type Endpoint, successStatus } from '#shared/endpoint.ts'
import { failureParts, COMMON_FAILURES, type CommonFailureCode } from '#shared/failures.ts'
import { BUDGETS, WITHOUT_SHARED_BUDGET, SHARED_SECRET_BUDGET } from '#platform/rate-limits.ts'
import { ACCESS_WORDS } from '#platform/http/openapi.ts'
import { shapeText, shapeDeclaration, type NamedShapes } from './shape-text.ts'

/** For each common failure, explains when a call returns it. */
const WHEN: Record<CommonFailureCode, string> = {
  malformed: 'the body is not JSON',
  invalid:
    'a field is missing or wrong; `fields` names each. If none is missing, the message says what is wrong',
  unauthenticated: 'an anonymous caller of an admin or family endpoint',
  csrf: 'a changing call without the token or from another site; any call that another site embeds in its page',
  forbidden: 'a signed-in caller of an admin endpoint who is not an admin',
  not_found: 'no such endpoint',
  method_not_allowed: 'a wrong method for the path; `Allow` names the right ones',
  too_large: 'a body above the limit',
  unsupported_type:
    'a body that is not `application/json`, or not `multipart/form-data` where a file is expected',
  rate_limited: 'too many calls by one caller; `Retry-After` says when to retry',
  internal: 'an error on our side',
  provider_failed: 'the payment provider does not answer',
  unavailable: 'the database cannot be reached, or the process is ending',
}

/** Returns the whole page as Markdown. `shapes` are the schemas for which the page shows a name. */
export function apiPage(endpoints: readonly Endpoint[], shapes: NamedShapes): string {
  const groups = Map.groupBy(endpoints, ({ name }) => name.split('.')[0] ?? name)
  const tables = [...groups].map(([name, calls]) => `## ${capital(name)}\n\n${table(calls, shapes)}`)
  const declarations = [...shapes].map((shape) => shapeDeclaration(shape, shapes))
  return `${introduction()}
${tables.join('\n\n')}

## Shapes

\`\`\`ts
${declarations.join('\n')}
\`\`\`
`
}

function introduction(): string {
  const failures = Object.entries(COMMON_FAILURES).map(
    ([code, [status, words]]) =>
      `| ${status} | \`${code}\` | ${WHEN[code as CommonFailureCode]} | ${words} |`,
  )
  const limits = Object.entries(BUDGETS).map(
    ([name, { tries, seconds }]) => `| ${name} | ${tries} | ${seconds} s |`,
  )
  return `# The API

Generated from the declarations in \`src/domain/**/contract.ts\` by \`test/support/http/api-page.ts\`; \`npx vitest run api-page -u\` updates it,
and \`npm test\` fails while it is out of date. A running site shows the same at \`/api/docs\`, and for programs at \`/api/openapi.json\` (OpenAPI 3.1).

## All calls

- Paths are relative to \`/api/\`. JSON in and out; unknown fields of a body are ignored, never stored. Replies never omit fields: unset text is \`null\`.
- GETs return the bare value. Every other success has \`"success": true\` next to the named fields, with status 200, or 201 where the table says so.
- **Failures** have the fitting status and \`{"success": false, "code": "snake_case", "message": "for people", "fields"?: {"email": "Required"}}\`.
- **Money** is integer cents of US dollars (\`Cents\`). A \`Day\` is \`yyyy-mm-dd\` at the ranch (America/Denver), an \`Instant\` ISO 8601 with offset.
- **Calls that change something** (not GET) need the header \`X-XSRF-TOKEN\` equal to the readable cookie \`XSRF-TOKEN\`, which every reply except a cached one (a public page, the calls about events) sets for a
  request without a valid one. Calls whose \`Sec-Fetch-Site\` or \`Origin\` names another site are refused. Exempt: calls with \`Authorization: Bearer\` and no
  cookies, and the payment provider's webhook.
- **Admin calls** take the session cookie of a signed-in admin, or \`Authorization: Bearer\` with a JWT access token of the configured issuer and
  audience. Callers without access are refused before the body is read.
- **Requests that another site's page triggers in a browser** (a picture, a script, a frame) are refused as \`csrf\` and not counted. A followed link is not refused.
- **Limits** count an admin by session or token, everyone else by address. IPv6 counts by its /64, and with four and sixteen times the limit by the /56 and the /48 around it. Calls
  refused as \`unauthenticated\`, \`forbidden\` or \`csrf\` do not count. \`guess\` counts only misses: a valid link opens after any number of wrong ones. A handler may name
  a target, which has half the limit; a page of the site counts as a \`read\`, unless it was cached.
- **Short secrets** (the dog's name, an event's password): after ${SHARED_SECRET_BUDGET.tries} wrong answers from all callers within ${SHARED_SECRET_BUDGET.seconds} s, each network (/48; for IPv4, 256 addresses) has ${WITHOUT_SHARED_BUDGET.tries} every
  ${WITHOUT_SHARED_BUDGET.seconds} s until that time is over. Callers with the cookie of an earlier correct answer need no answer.

| limit | calls | within |
|---|---|---|
${limits.join('\n')}

Failures that any call can return, in addition to its own:

| status | code | when | message |
|---|---|---|---|
${failures.join('\n')}
`
}

function table(calls: readonly Endpoint[], shapes: NamedShapes): string {
  const rows = calls.map((endpoint) => {
    const { method, path, summary, access, limit } = endpoint
    const call = `\`${method} ${path}\`<br>${summary}`
    const who = `${ACCESS_WORDS[access].replace(/\.$/, '')}<br>limit: ${limit}`
    return `| ${call} | ${who} | ${exchange(endpoint, shapes)} | ${failuresOf(endpoint)} |`
  })
  return `| call | access | body → reply | failures of its own |\n|---|---|---|---|\n${rows.join('\n')}`
}

function exchange(endpoint: Endpoint, shapes: NamedShapes): string {
  const { query, body, reply } = endpoint
  const status = successStatus(endpoint)
  const text = (schema: z.ZodType) => `\`${shapeText(schema, shapes).replaceAll('|', '\\|')}\``
  const asked = [query ? `query ${text(query)}` : '', body ? text(body) : '']
  const input = asked.filter(Boolean).join(' and ')
  return `${input} → ${status === 200 ? '' : `${status} `}${text(reply)}`.trim()
}

function failuresOf({ failures = {} }: Endpoint): string {
  const own = Object.entries(failures).map(([code, spec]) => [code, ...failureParts(spec)] as const)
  const byStatus = own.toSorted(([, a], [, b]) => a - b)
  return byStatus.map(([code, status, words]) => `${status} \`${code}\` ${words}`).join('<br>') || '—'
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
