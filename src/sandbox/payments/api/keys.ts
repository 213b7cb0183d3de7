/** Who calls the API (docs.stripe.com/api/authentication). */
import { sameText } from '#platform/http/signing.ts'
import { refuse, type Refusal } from '../model/refusals.ts'

export interface Keys {
  secretKey: string
  publishableKey: string
}

export type Access = 'secret' | 'publishable' | 'client-secret'

/**
 * The caller, or why they may not call. `access` is what the endpoint asks for at least: with
 * `client-secret` a browser needs no key at all, since the endpoint checks the secret (R22.3).
 */
export function identify(request: Request, keys: Keys, access: Access): 'secret' | 'client' | Refusal {
  const key = givenKey(request)
  if (key === null) return access === 'client-secret' ? 'client' : unauthorized(NO_KEY)
  if (sameText(key, keys.secretKey)) return 'secret'
  if (!sameText(key, keys.publishableKey)) return unauthorized(`Invalid API Key provided: ${masked(key)}`)
  if (access !== 'secret') return 'client'
  return refuse(401, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
  })
}

function givenKey(request: Request): string | null {
  const [scheme = '', value = ''] = (request.headers.get('authorization') ?? '').split(' ')
  return /^bearer$/i.test(scheme) ? value : null
}

function masked(key: string): string {
  return `${key.slice(0, 8)}${'*'.repeat(Math.max(0, Math.min(24, key.length - 12)))}${key.length > 12 ? key.slice(-4) : ''}`
}

function unauthorized(message: string): Refusal {
  return refuse(401, { type: 'invalid_request_error', message })
}

const NO_KEY =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/."
