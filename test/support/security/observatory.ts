/**
 * Computes the grade that Mozilla's HTTP Observatory would give to a reply, by its rules of November 2026.
 * - tests: github.com/mdn/mdn-http-observatory, src/analyzer/tests/
 * - points: src/grader/charts.js
 * - total: src/scanner/index.js
 *
 * Leaves out facts that a reply alone cannot show: the certificate and the redirect to https (the proxy does
 * both), and the browsers' preload list.
 */
interface Verdict {
  test: string
  because: string
  points: number
}

interface Graded {
  score: number
  grade: string
  verdicts: Verdict[]
}

const verdict = (test: string, points: number, because: string): Verdict => ({ test, points, because })

/** Grades a reply by its headers. `html` is the reply's text. It is empty if the reply is not a page. */
export function gradeOf(headers: Headers, html: string): Graded {
  const verdicts = [
    contentSecurityPolicy(headers),
    cookies(headers),
    originSharing(headers),
    referrerPolicy(headers),
    strictTransportSecurity(headers),
    integrity(headers, html),
    contentTypeOptions(headers),
    frameOptions(headers),
    resourcePolicy(headers),
  ]
  const points = verdicts.map((each) => each.points)
  const withoutExtra = sum(points.filter((each) => each < 0))
  // The Observatory adds bonus points only if the reply gets an A without them.
  const score = Math.max(0, withoutExtra >= 90 ? sum(points) : withoutExtra)
  return { score, grade: letterOf(score), verdicts }
}

const sum = (points: number[]) => points.reduce((all, each) => all + each, 100)

const LETTERS: [from: number, letter: string][] = [
  [100, 'A+'],
  [90, 'A'],
  [85, 'A-'],
  [80, 'B+'],
  [70, 'B'],
  [65, 'B-'],
  [60, 'C+'],
  [50, 'C'],
  [45, 'C-'],
  [40, 'D+'],
  [30, 'D'],
  [25, 'D-'],
]
const letterOf = (score: number) => LETTERS.find(([from]) => score >= from)?.[1] ?? 'F'

type Policy = Map<string, string[]>

function policyOf(headers: Headers): Policy {
  const directives = (headers.get('content-security-policy') ?? '').split(';').map((part) => part.trim())
  return new Map(
    directives.filter(Boolean).map((directive) => {
      const [name = '', ...sources] = directive.toLowerCase().split(/\s+/)
      return [name, sources] as const
    }),
  )
}

const BROAD = /^(ftp:|https?:|\*|https?:\/\/\*(\.\*)?)$/
const INLINE = /^('unsafe-inline'|data:)$/
const HASHED = /^'(sha(256|384|512)|nonce)-/

const loose = (source: string) => BROAD.test(source) || INLINE.test(source)

function contentSecurityPolicy(headers: Headers): Verdict {
  const name = 'content-security-policy'
  const policy = policyOf(headers)
  if (policy.size === 0) return verdict(name, -25, 'none')
  const sourcesOf = (directive: string) => {
    const sources = policy.get(directive) ?? policy.get('default-src') ?? ['*']
    // Browsers ignore 'unsafe-inline' if the policy also has a hash.
    return sources.some((source) => HASHED.test(source))
      ? sources.filter((source) => source !== "'unsafe-inline'")
      : sources
  }
  const [scripts, styles, objects] = ['script-src', 'style-src', 'object-src'].map(sourcesOf) as [
    string[],
    string[],
    string[],
  ]
  if (scripts.some(loose) || objects.some((source) => BROAD.test(source)))
    return verdict(name, -20, 'scripts or plugins from anywhere, or inline')
  const active = [...policy].filter(([directive]) => !['img-src', 'media-src'].includes(directive))
  if (active.some(([, sources]) => sources.some((source) => /^(http|ftp):/.test(source))))
    return verdict(name, -20, 'active content over http')
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return verdict(name, -10, "'unsafe-eval'")
  const passive = [...sourcesOf('img-src'), ...sourcesOf('media-src')]
  if (passive.some((source) => /^(http|ftp):/.test(source))) return verdict(name, -10, 'pictures over http')
  if (styles.some(loose)) return verdict(name, 0, 'styles from anywhere, or inline')
  const nothing = policy.get('default-src')?.join() === "'none'"
  return nothing
    ? verdict(name, 10, "nothing unsafe, default-src 'none'")
    : verdict(name, 5, 'nothing unsafe')
}

function cookies(headers: Headers): Verdict {
  const lines = headers.getSetCookie()
  if (lines.length === 0) return verdict('cookies', 0, 'none')
  const parsed = lines.map((line) => {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim().toLowerCase())
    const sameSite = attributes.find((each) => each.startsWith('samesite'))?.split('=')[1]
    const name = pair.split('=')[0] ?? ''
    const has = (attribute: string) => attributes.includes(attribute)
    const secure = has('secure')
    return { secure, sameSite, httpOnly: has('httponly'), session: /login|sess/.test(name), name }
  })
  const safe = strictTransportSecurity(headers).points === 0
  const bad: [points: number, because: string, found: boolean][] = [
    [-40, 'session not Secure', !safe && parsed.some(({ session, secure }) => session && !secure)],
    [-30, 'session not HttpOnly', parsed.some(({ session, httpOnly }) => session && !httpOnly)],
    [-20, 'token without SameSite', parsed.some(({ name, sameSite }) => name.includes('csrf') && !sameSite)],
    [
      -20,
      'SameSite is none of its words',
      parsed.some(({ sameSite }) => sameSite !== undefined && !/^(lax|strict|none)$/.test(sameSite)),
    ],
    [
      -20,
      'SameSite=None without Secure',
      parsed.some(({ sameSite, secure }) => sameSite === 'none' && !secure),
    ],
    [-20, 'not Secure', !safe && parsed.some(({ secure }) => !secure)],
    [-10, 'session not Secure', parsed.some(({ session, secure }) => session && !secure)],
    [-5, 'not Secure', parsed.some(({ secure }) => !secure)],
  ]
  const worst = bad.find(([, , found]) => found)
  if (worst) return verdict('cookies', worst[0], worst[1])
  return parsed.every(({ sameSite }) => sameSite !== undefined)
    ? verdict('cookies', 5, 'Secure, SameSite')
    : verdict('cookies', 0, 'Secure')
}

function originSharing(headers: Headers): Verdict {
  const name = 'cross-origin-resource-sharing'
  const open = headers.has('access-control-allow-origin') && headers.has('access-control-allow-credentials')
  return open ? verdict(name, -50, 'with credentials') : verdict(name, 0, 'not with credentials')
}

function referrerPolicy(headers: Headers): Verdict {
  const name = 'referrer-policy'
  const policy = headers.get(name)?.split(',').at(-1)?.trim().toLowerCase()
  if (policy === undefined) return verdict(name, 0, 'none')
  return /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/.test(policy)
    ? verdict(name, 5, policy)
    : verdict(name, -5, policy)
}

const SIX_MONTHS_SECONDS = 15_552_000

function strictTransportSecurity(headers: Headers): Verdict {
  const name = 'strict-transport-security'
  const header = headers.get(name)
  if (header === null) return verdict(name, -20, 'none')
  const age = /(?:^|;)\s*max-age=(\d+)/i.exec(header)?.[1]
  if (age === undefined || header.includes(',')) return verdict(name, -20, 'cannot be read')
  return Number(age) < SIX_MONTHS_SECONDS ? verdict(name, -10, 'too short') : verdict(name, 0, 'long')
}

/**
 * Grades the integrity hashes of the scripts in the page's HTML. Leaves out scripts that these scripts load
 * later.
 */
function integrity(headers: Headers, html: string): Verdict {
  const name = 'subresource-integrity'
  if (!headers.get('content-type')?.startsWith('text/html')) return verdict(name, 0, 'no page')
  const scripts = [...html.matchAll(/<script\b[^>]*\ssrc="([^"]*)"[^>]*>/gi)]
  const foreign = scripts.filter(([, source = '']) => /^(https?:)?\/\//i.test(source))
  if (foreign.some(([, source = '']) => !source.startsWith('https://')))
    return verdict(name, -50, 'foreign scripts not over https')
  if (foreign.some(([tag]) => !/\sintegrity="sha/i.test(tag)))
    return verdict(name, -5, 'foreign scripts without a hash')
  return verdict(name, foreign.length > 0 ? 5 : 0, foreign.length > 0 ? 'foreign ones hashed' : 'own scripts')
}

function contentTypeOptions(headers: Headers): Verdict {
  const name = 'x-content-type-options'
  const value = headers.get(name)
  return value?.toLowerCase() === 'nosniff' ? verdict(name, 0, 'nosniff') : verdict(name, -5, String(value))
}

function frameOptions(headers: Headers): Verdict {
  const name = 'x-frame-options'
  if (policyOf(headers).has('frame-ancestors')) return verdict(name, 5, 'by frame-ancestors')
  const value = headers.get(name)
  return /^(deny|sameorigin)$/i.test(value ?? '') ? verdict(name, 0, 'by itself') : verdict(name, -20, 'none')
}

function resourcePolicy(headers: Headers): Verdict {
  const name = 'cross-origin-resource-policy'
  const value = headers.get(name)?.toLowerCase()
  if (value === 'same-origin' || value === 'same-site') return verdict(name, 10, value)
  return verdict(name, value === undefined || value === 'cross-origin' ? 0 : -5, value ?? 'none')
}
