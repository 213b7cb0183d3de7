/** The people who can sign in here: two, with one password (R22.4). */
import { createHash } from 'node:crypto'
import { sameText } from '#platform/http/signing.ts'

export interface Person {
  subject: string
  email: string
  name: string
}

export const ADMIN: Person = { subject: 'sample-admin', email: 'admin@example.test', name: 'Sample Admin' }
const GUEST: Person = { subject: 'sample-guest', email: 'guest@example.test', name: 'Sample Guest' }

const PEOPLE = [ADMIN, GUEST]

export function personOf(subject: string): Person | undefined {
  return PEOPLE.find((person) => person.subject === subject)
}

export interface Typed {
  email: string
  password: string
}

/** Takes as long for a wrong address as for a wrong password. */
export function recognize(typed: Typed, password: string): Person | null {
  const right = sameText(digest(typed.password), digest(password))
  const email = typed.email.trim().toLowerCase()
  return (right && PEOPLE.find((person) => person.email === email)) || null
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64')

export const claimsOf = ({ email, name }: Person) => ({ email, email_verified: true, name })
