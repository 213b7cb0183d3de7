/**
 * Shows the sign-in form, checks the password, and reports the sample person to the library `oidc-provider`.
 */
import { createHash } from 'node:crypto'
import type { Provider } from 'oidc-provider'
import type { HttpContext } from '#platform/http/context.ts'
import { sameText } from '#platform/http/signing.ts'
import { isCrossSite } from '#platform/http/xsrf.ts'
import { ROLES } from '#shared/roles.ts'
import { problemPage, signInPage, type Markup } from './pages.ts'

/**
 * Passes a request to a method of the library `oidc-provider`, which expects Node's own requests and
 * responses.
 */
type Ask = (listener: (...pair: Parameters<Provider['interactionDetails']>) => unknown) => Promise<Response>

interface SignInParts {
  provider: Provider
  ask: Ask
  form: URLSearchParams
  publicUrl: string
  password: string
  /** True if the sample people with the other roles can sign in too. */
  withStaff: boolean
}

const WRONG = 'That is not the email and password of anybody here.'
const EXPIRED = 'This sign-in has expired, or it began in another browser.'

/** Answers a request to `/dev/oidc/sign-in/<uid>`. */
export async function answerSignIn(c: HttpContext, parts: SignInParts): Promise<Response> {
  const { provider, ask, form, publicUrl } = parts
  const page = async (markup: Markup, status: 200 | 400 | 403 = 200) => c.html(String(await markup), status)
  const found = await findInteraction(parts)
  if (!found || found.uid !== c.req.param('uid')) return page(problemPage(EXPIRED), 400)
  const finish = (result: Parameters<Provider['interactionFinished']>[2]) =>
    ask((incoming, outgoing) => provider.interactionFinished(incoming, outgoing, result))
  // The library can also ask for consent, but this page handles only sign-in.
  if (found.prompt.name !== 'login') return finish({ error: 'access_denied' })
  if (c.req.method !== 'POST') return page(signInPage())
  if (isCrossSite(c.req.raw, publicUrl)) return page(problemPage(EXPIRED), 403)
  if (form.has('cancel')) return finish({ error: 'access_denied' })
  const email = form.get('email') ?? ''
  const person = recognize({ email, password: form.get('password') ?? '' }, parts)
  return person ? finish({ login: { accountId: person.subject } }) : page(signInPage(email, WRONG), 400)
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** Returns the sign-in that this browser has begun. Returns null if there is none or it has expired. */
async function findInteraction({ provider, ask }: SignInParts): Promise<Interaction | null> {
  const found: Interaction[] = []
  await ask(async (incoming, outgoing) => {
    try {
      found.push(await provider.interactionDetails(incoming, outgoing))
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'SessionNotFound') throw error
    }
    outgoing.end()
  })
  return found[0] ?? null
}

// The sample people who can sign in here. All have the same password (R22.4).

interface Person {
  subject: string
  email: string
}

export const ADMIN: Person = { subject: 'sample-admin', email: 'admin@example.test' }
const GUEST: Person = { subject: 'sample-guest', email: 'guest@example.test' }

/** One person for each role besides the owner's. The sample data puts them on the site's list of people. */
const STAFF: Person[] = ROLES.filter((role) => role !== 'owner').map((role) => ({
  subject: `sample-${role}`,
  email: `${role}@example.test`,
}))

export const personOf = (subject: string): Person | undefined =>
  [ADMIN, GUEST, ...STAFF].find((person) => person.subject === subject)

export const claimsOf = ({ email }: Person) => ({ email, email_verified: true })

/**
 * Returns the sample person with this address and password, or null if there is none. A wrong address takes
 * as long as a wrong password, so that the time reveals nothing.
 */
function recognize(
  typed: { email: string; password: string },
  { password, withStaff }: Pick<SignInParts, 'password' | 'withStaff'>,
): Person | null {
  const right = sameText(digest(typed.password), digest(password))
  const email = typed.email.trim().toLowerCase()
  const people = [ADMIN, GUEST, ...(withStaff ? STAFF : [])]
  return (right && people.find((person) => person.email === email)) || null
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64')
