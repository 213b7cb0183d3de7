/**
 * Reads environment variables and collects problems with them. Each problem is one line that also says what
 * to do.
 */
import { typedAddress } from '#shared/email-address.ts'
import { isIP } from 'node:net'

export type Environment = Readonly<Record<string, string | undefined>>

export type Reader = ReturnType<typeof createReader>

const EMAIL = /^[^\s@<>,]+@[^\s@<>,]+$/
const SECRET_LENGTH = 32

interface UrlRule {
  protocols: string[]
  originOnly?: boolean
  signIn?: boolean
}

export function createReader(env: Environment) {
  const problems: string[] = []
  const wrong = (name: string, remedy: string) => void problems.push(`${name}: ${remedy}`)
  const text = (name: string) => env[name]?.trim() || null

  const list = (name: string) =>
    text(name)
      ?.split(',')
      .map((item) => item.trim())
      .filter(Boolean) ?? null

  return {
    problems: problems as readonly string[],
    wrong,
    text,
    list,
    integer(name: string, { default: unset, from, to }: { default: number; from: number; to: number }) {
      const value = text(name)
      if (value === null) return unset
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
      if (number >= from && number <= to) return number
      wrong(
        name,
        `"${value}" is not a whole number from ${from} to ${to}. Correct it or unset it (${unset}).`,
      )
      return unset
    },
    onOff(name: string, unset: boolean) {
      const value = text(name)
      if (value === null) return unset
      if (value === 'on' || value === 'off') return value === 'on'
      wrong(name, `"${value}" is neither "on" nor "off". Set one of the two.`)
      return unset
    },
    /** Reads a URL. With `signIn`, the URL may contain a user name and password. */
    url(name: string, { protocols, originOnly = false, signIn = false }: UrlRule) {
      const value = text(name)
      if (value === null) return null
      if (signIn && !isWholeSignIn(value)) {
        wrong(
          name,
          'has a password that ends too early. Percent-encode what is special in it: @ is %40, / is %2F, # is %23, ? is %3F, % is %25.',
        )
        return null
      }
      const url = URL.canParse(value) ? new URL(value) : null
      const kinds = protocols.map((protocol) => `${protocol}//…`).join(' or ')
      if (url === null || !protocols.includes(url.protocol) || url.host === '') {
        wrong(name, `is not an address of the form ${kinds}. Set a whole one.`)
        return null
      }
      if (!originOnly) return value
      if (`${url.origin}/` === url.href) return url.origin
      wrong(name, `must be an origin alone, without path, query or sign-in, like ${url.origin}.`)
      return null
    },
    emails(name: string) {
      const values = list(name)?.map((value) => typedAddress(value))
      for (const value of values ?? [])
        if (!EMAIL.test(value))
          wrong(name, `"${value}" is not an e-mail address. Separate addresses with commas.`)
      return values?.map((value) => value.toLowerCase()) ?? null
    },
    addresses(name: string) {
      const values = list(name) ?? []
      for (const value of values)
        if (isIP(value) === 0)
          wrong(name, `"${value}" is not an IP address. Separate addresses with commas; no ranges.`)
      return values
    },
    secret(name: string) {
      const value = text(name)
      if (value !== null && value.length < SECRET_LENGTH)
        wrong(name, `is shorter than ${SECRET_LENGTH} characters. Make one with: openssl rand -base64 48`)
      return value
    },
    dataKeys(name: string) {
      const value = text(name)
      const problem = value === null ? null : dataKeysProblem(value)
      if (problem)
        wrong(name, `${problem} Write id:base64,… with keys of 32 bytes (openssl rand -base64 32).`)
      return value
    },
    /** Returns true if all these variables are set. If only some are set, records the others as missing. */
    together(names: string[]) {
      const missing = names.filter((name) => text(name) === null)
      if (missing.length === 0) return true
      const given = names.filter((name) => !missing.includes(name))
      if (given.length > 0)
        for (const name of missing)
          wrong(
            name,
            `is missing, though ${given.join(' and ')} ${given.length > 1 ? 'are' : 'is'} set. Set all or none.`,
          )
      return false
    },
    /**
     * Records a problem for each set variable in `names` if no variable in `group` is set. Alone, these
     * variables have no effect.
     */
    notAlone(names: string[], group: string[]) {
      if (group.some((name) => text(name) !== null)) return
      for (const name of names)
        if (text(name) !== null)
          wrong(name, `has no effect without ${group.join(' and ')}. Set them or unset this.`)
    },
  }
}

/**
 * Returns false if a password contains an unencoded `@`, `/`, `#`, `?` or `%`. The parser would take a part of the
 * password for the host name, and the log shows host names.
 */
function isWholeSignIn(value: string): boolean {
  if (!URL.canParse(value)) return !value.includes('@')
  const { username, password, pathname, search, hash } = new URL(value)
  return !/@/.test(pathname + search + hash) && !/%(?![0-9a-f]{2})/i.test(username + password)
}

/**
 * Returns what is wrong with a `DATA_KEYS` value, or null. Never quotes a key, because the line is written to logs.
 */
function dataKeysProblem(value: string): string | null {
  const ids = new Set<string>()
  for (const [index, item] of value.split(',').entries()) {
    const [, id, key] = /^\s*([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/_-]+={0,2})\s*$/.exec(item) ?? []
    if (id === undefined || key === undefined) return `entry ${index + 1} is not of the form id:base64.`
    if (Buffer.from(key, 'base64').length !== 32) return `the key "${id}" does not have 32 bytes.`
    if (ids.has(id)) return `the id "${id}" is there twice.`
    ids.add(id)
  }
  return null
}
