/**
 * Recognizes staff among the people who have signed in, and returns their present role (docs/decisions/0107). Runs for
 * every request with a session or a bearer token, so a changed role takes effect with the next request.
 */
import type { Services } from '#platform/services.ts'
import type { Role } from '#shared/roles.ts'
import { type GivenRole, givenRole, hasVerifiedAddress, type Identity } from '../sign-in/role-rules.ts'
import {
  findCandidates,
  insertPerson,
  openPerson,
  type PersonChanges,
  type PersonRow,
  writePerson,
} from './store.ts'

type Deps = Pick<Services, 'db' | 'sealer' | 'settings' | 'now'>

/** The time between two notes that a person was seen. So most requests write nothing. */
const NOTE_SEEN_MS = 60 * 60_000

interface SignedIn {
  identity: Identity
  issuer: string
  /** The person whom the session names. Null if the session names none, and for a bearer token. */
  person: PersonRow | null
}

interface Staff {
  /** The id of the person's row. */
  id: number
  role: Role
  name: string | null
}

/**
 * Returns the role and the name of a signed-in person, or null if they do not work here. The settings and a claim of
 * the identity provider win over an invitation.
 */
export async function recognizeStaff(deps: Deps, signedIn: SignedIn): Promise<Staff | null> {
  const given = givenRole(signedIn.identity, deps.settings)
  const found = signedIn.person ?? (await findPerson(deps, signedIn))
  const role = given?.role ?? (found?.source === 'invitation' ? found.role : null)
  if (role === null) return null
  const person = found
    ? await noteSeen(deps, found, { ...signedIn, given })
    : await addGiven(deps, signedIn, given)
  return person && { id: person.id, role, name: openPerson(deps.sealer, person).name }
}

/** Returns the person with this id at the identity provider, or else the one with this verified address. */
async function findPerson(deps: Deps, { identity, issuer }: SignedIn): Promise<PersonRow | null> {
  const { subject, email, emailVerified } = identity
  const address = emailVerified ? email : null
  const found = await findCandidates(deps, { issuer, subject, email: address })
  const bySubject = found.find((person) => person.issuer === issuer && person.subject === subject)
  const isTheirs = (person: PersonRow) =>
    hasVerifiedAddress(identity, openPerson(deps.sealer, person).email ?? '')
  return bySubject ?? found.find(isTheirs) ?? null
}

/** Adds a row for a person whose role comes from the settings or a claim, so that owners see who has access. */
async function addGiven(deps: Deps, signedIn: SignedIn, given: GivenRole | null): Promise<PersonRow | null> {
  if (!given) return null
  const { issuer, identity } = signedIn
  const at = deps.now()
  const { subject, email, emailVerified } = identity
  const row = { ...given, issuer, subject, createdAt: at, lastSeenAt: at, name: null }
  const made = await insertPerson(deps, { ...row, email: emailVerified ? email || null : null })
  // Another request may have added the same person in the meantime.
  return made ?? findPerson(deps, signedIn)
}

/**
 * Notes when a person was last seen, at most once an hour, and at the first sign-in their id at the identity provider.
 * Also notes a role of the settings or of a claim, which replaces the invitation.
 */
async function noteSeen(
  { db, now }: Deps,
  person: PersonRow,
  { identity, issuer, given }: SignedIn & { given: GivenRole | null },
): Promise<PersonRow | null> {
  const at = now()
  const isDue = person.lastSeenAt === null || at.getTime() - person.lastSeenAt.getTime() >= NOTE_SEEN_MS
  const isNew = given !== null && (given.role !== person.role || given.source !== person.source)
  if (!isDue && !isNew && person.subject !== null) return person
  const changes: PersonChanges = {
    lastSeenAt: at,
    ...(person.subject === null && { issuer, subject: identity.subject }),
    ...given,
  }
  return (await writePerson(db, person.id, changes)) ?? null
}
