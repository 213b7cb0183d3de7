/** Makes `docs/api.md` from the declarations that check the requests, so that the page cannot say anything else. */
import { z } from 'zod'
import { type Endpoint, successStatus } from '#shared/endpoint.ts'
import { failureParts, COMMON_FAILURES, type CommonFailureCode } from '#shared/failures.ts'
import { BUDGETS, WHILE_WHOLE_IS_GONE, WHOLE } from '#platform/rate-limits.ts'
import { ACCESS_WORDS } from '../openapi.ts'
import { shapeText, shapeDeclaration, type NamedShapes } from './shape-text.ts'

/** Explains when a call gives each of the failures that need no declaration. */
const WHEN: Record<CommonFailureCode, string> = {
  malformed: 'the body is no JSON',
  invalid:
    'a field is missing or wrong; `fields` names each. While none is missing, the message says what is wrong',
  unauthenticated: 'an anonymous caller at an admin or family call',
  csrf: 'a call that changes something, without its token or from another site; any call that another site makes a part of its page',
  forbidden: 'a signed-in caller who is no admin, at an admin call',
  not_found: 'no such call',
  method_not_allowed: 'a path with another method; `Allow` names the right ones',
  too_large: 'a body above the limit',
  unsupported_type:
    'a body that is not `application/json`, or no `multipart/form-data` where a file is taken',
  rate_limited: 'too many calls by one caller; `Retry-After` says when to go on',
  internal: 'a fault of ours',
  provider_failed: 'the payment provider does not answer',
  unavailable: 'the database cannot be reached, or the process is ending',
}

/** The whole page, as Markdown: `shapes` are the schemas that bear a name in it. */
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

Made from the declarations in \`src/features/*/contract.ts\` by \`src/platform/http/testing/api-page.ts\`; \`npx vitest run api-page -u\` writes it anew
and \`npm test\` fails while it is out of date. A running site describes the same at \`/api/docs\`, and for programs at \`/api/openapi.json\` (OpenAPI 3.1).

## All calls

- Paths are relative to \`/api/\`. JSON in and out; unknown fields of a body are ignored, never stored. Fields of a reply are never left out: unset text is \`null\`.
- GETs return the bare value. Every other success has \`"success": true\` beside what is named, with status 200, or 201 where the table says so.
- **Failures** have the fitting status and \`{"success": false, "code": "snake_case", "message": "for people", "fields"?: {"email": "Required"}}\`.
- **Money** is integer cents of US dollars (\`Cents\`). A \`Day\` is \`yyyy-mm-dd\` at the ranch (America/Denver), an \`Instant\` ISO 8601 with offset.
- **Calls that change something** (not GET) need the header \`X-XSRF-TOKEN\` equal to the readable cookie \`XSRF-TOKEN\`, which any reply but a cached one (a public page, the calls about events) sets for a
  request without a valid one. \`Sec-Fetch-Site\` or \`Origin\` from elsewhere is refused as well. Exempt: calls with \`Authorization: Bearer\` and no
  cookies, and the payment provider's webhook.
- **Admin calls** take the session cookie of a signed-in admin, or \`Authorization: Bearer\` with a JWT access token of the configured issuer and
  audience. Who may not call learns so before the body is looked at.
- **A browser that another site's page makes ask** (a picture, a script, a frame) is refused as \`csrf\` and counted nowhere; a link that is followed is not.
- **Limits** count an admin by session or token, everybody else by address: of IPv6 by its /64, and four and sixteen times as much by the /56 and the /48 around it. What is
  refused as \`unauthenticated\`, \`forbidden\` or \`csrf\` takes nothing. \`guess\` counts only what missed: a right link opens however many wrong ones came before. A handler may name
  a target, of which half as many are allowed; a page of the site counts as a \`read\`, unless it was cached.
- **Short secrets** (the dog's name, an event's password): after ${WHOLE.tries} wrong answers from everywhere within ${WHOLE.seconds} s, each network (/48; of IPv4 256 addresses) has ${WHILE_WHOLE_IS_GONE.tries} every
  ${WHILE_WHOLE_IS_GONE.seconds} s until these are over. Who has the cookie of an earlier right answer is not asked.

| limit | calls | within |
|---|---|---|
${limits.join('\n')}

Failures that any call may have, besides its own:

| status | code | when | words |
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
