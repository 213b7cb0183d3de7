/** The sign-in: shows the form, takes it, and hands the library which of the sample people it is. */
import { createHash } from 'node:crypto'
import type { Provider } from 'oidc-provider'
import { pagePolicy } from '#platform/http/content-policy.ts'
import type { HttpContext } from '#platform/http/context.ts'
import { sameText, sign } from '#platform/http/signing.ts'
import { isFromElsewhere, isSecure } from '#platform/http/xsrf.ts'
import { askNode, type NodeCall } from './node-bridge.ts'
import { errorPage, signInPage, type Markup } from './pages.ts'

export interface SignInParts {
  publicUrl: string
  password: string
  /** Signs the form's token. */
  formKey: string
}

const WRONG = 'That is not the email and password of anybody here.'

/** Answers what came to `/dev/oidc/sign-in/<uid>`. */
export async function answerSignIn(
  c: HttpContext,
  call: NodeCall,
  { provider, ...parts }: SignInParts & { provider: Provider },
): Promise<Response> {
  const { publicUrl, formKey, password } = parts
  const page = pagesFor(c, publicUrl)
  const uid = c.req.param('uid') ?? ''
  const found = await findInteraction(provider, call)
  if (found?.uid !== uid) return page(errorPage('gone'), 400)
  const finish = (result: Parameters<Provider['interactionFinished']>[2]) =>
    askNode({ ...call, body: new Uint8Array() }, (incoming, outgoing) =>
      provider.interactionFinished(incoming, outgoing, result),
    )
  // This page answers only who somebody is.
  if (found.prompt.name !== 'login') return finish({ error: 'access_denied' })
  const token = sign(formKey, 'identity form', uid)
  const form = (problem: string | null, email: string) => signInPage({ token, email, problem })
  if (c.req.method !== 'POST') return page(form(null, ''))

  const typed = new URLSearchParams(new TextDecoder().decode(call.body))
  const ours = sameText(typed.get('token') ?? '', token) && !isFromElsewhere(c.req.raw, publicUrl)
  if (!ours) return page(errorPage('gone'), 403)
  if (typed.has('cancel')) return finish({ error: 'access_denied' })
  const email = typed.get('email') ?? ''
  const person = recognize({ email, password: typed.get('password') ?? '' }, password)
  if (!person) return page(form(WRONG, email), 400)
  return finish({ login: { accountId: person.subject } })
}

/** Answers with a page, under the policy of the site's own. */
function pagesFor(c: HttpContext, publicUrl: string) {
  const secure = isSecure(publicUrl)
  return async (markup: Markup, status: 200 | 400 | 403 = 200): Promise<Response> => {
    return c.html(String(await markup), status, {
      'content-security-policy': pagePolicy({}, { realPayments: false, secure }),
    })
  }
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** The sign-in that this browser has begun; null when there is none, or its time is over. */
async function findInteraction(provider: Provider, call: NodeCall): Promise<Interaction | null> {
  const found: Interaction[] = []
  await askNode(call, async (incoming, outgoing) => {
    try {
      found.push(await provider.interactionDetails(incoming, outgoing))
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'SessionNotFound') throw error
    }
    outgoing.end()
  })
  return found[0] ?? null
}

// The people who can sign in here: two, with one password (R22.4).

interface Person {
  subject: string
  email: string
}

export const ADMIN: Person = { subject: 'sample-admin', email: 'admin@example.test' }
const GUEST: Person = { subject: 'sample-guest', email: 'guest@example.test' }

const PEOPLE = [ADMIN, GUEST]

export const personOf = (subject: string): Person | undefined =>
  PEOPLE.find((person) => person.subject === subject)

export const claimsOf = ({ email }: Person) => ({ email, email_verified: true })

/** Takes as long for a wrong address as for a wrong password. */
function recognize(typed: { email: string; password: string }, password: string): Person | null {
  const right = sameText(digest(typed.password), digest(password))
  const email = typed.email.trim().toLowerCase()
  return (right && PEOPLE.find((person) => person.email === email)) || null
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64')
