/** The introduction of the API description, as Markdown: what every caller of the API must know. */
import { COMMON_FAILURES, type CommonFailureCode } from '#shared/failures.ts'
import { BUDGETS, SHARED_SECRET_BUDGET, WITHOUT_SHARED_BUDGET } from '../rate-limits.ts'

/** Explains for each common failure when an API call returns it. */
const WHEN: Record<CommonFailureCode, string> = {
  malformed: 'The body is not JSON.',
  invalid:
    'A field is missing or wrong. `fields` names each; if it is empty, the message says what is wrong.',
  unauthenticated: 'The caller of a staff or family call is not signed in.',
  csrf: 'A changing call has no valid token or comes from another site.',
  forbidden: 'The caller is signed in, but their role lacks the permission that the call needs.',
  not_found: 'There is no such call.',
  method_not_allowed: 'The path exists, but not with this method. The header `Allow` lists the right ones.',
  too_large: 'The body is above the limit.',
  unsupported_type: 'The body is not `application/json`, or not `multipart/form-data` for a file.',
  rate_limited: 'The caller made too many calls. The header `Retry-After` says when to retry.',
  internal: 'The server has a bug. The failure is logged with the request id.',
  provider_failed: 'The payment provider does not answer.',
  unavailable: 'The database cannot be reached, or the process is ending.',
}

const failures = Object.entries(COMMON_FAILURES).map(
  ([code, [status]]) => `| ${status} | \`${code}\` | ${WHEN[code as CommonFailureCode]} |`,
)
const limits = Object.entries(BUDGETS).map(
  ([name, { tries, seconds }]) => `| ${name} | ${tries} | ${seconds} s |`,
)
const shared = SHARED_SECRET_BUDGET
const without = WITHOUT_SHARED_BUDGET

export const API_INTRODUCTION = `
## Requests and replies

- Calls take and return JSON. The site ignores unknown fields of a body and never stores them. A reply contains every required field of its schema; an unset text is \`null\`. Optional fields, such as a guest's discount or saved card, are missing if there is none.
- A GET returns the bare value. Every other success contains \`"success": true\` next to the named fields.
- **Money** is a whole number of US cents. A **day** is \`yyyy-mm-dd\` at the ranch (America/Denver). An **instant** is ISO 8601 with an offset.
- A **failure** has a fitting status and the body \`{"success": false, "code": "snake_case", "message": "for people", "fields": {"email": "Required"}}\`. \`fields\` is present if single fields are wrong.

## Sign in

- **Staff calls** take the session cookie of a signed-in person whose role has the permission, or \`Authorization: Bearer\` with a JWT access token of the configured issuer and audience. The site refuses other callers before it reads the body.
- **Changing calls** (not GET) need the header \`X-XSRF-TOKEN\`, equal to the readable cookie \`XSRF-TOKEN\`. Every reply that is not cached sets this cookie. Calls with a bearer token and no cookies do not need it, nor does the payment provider's webhook.
- The site refuses calls that another site's page triggers in a browser (\`Sec-Fetch-Site\`, \`Origin\`). People may follow links.

## Limits

| limit | calls | within |
|---|---|---|
${limits.join('\n')}

- The site counts staff by session or token, and other callers by network address. An IPv6 caller is counted by its /64, and with four and sixteen times the limit by the /56 and the /48 around it.
- Calls refused as \`unauthenticated\`, \`forbidden\` or \`csrf\` do not count.
- \`guess\` counts only wrong links and passwords, so a valid link opens after any number of wrong ones.
- Some calls also count by their target, such as one mailbox, with half the limit.
- **Short secrets** (the dog's name, an event's password): after ${shared.tries} wrong answers from all callers within ${shared.seconds} s, each network (/48, or 256 IPv4 addresses) has ${without.tries} tries every ${without.seconds} s until that time is over. Browsers that answered correctly before are not affected.

## Failures of every call

| status | code | when |
|---|---|---|
${failures.join('\n')}
`
