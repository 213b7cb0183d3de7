/** The API endpoints with which an owner invites people, changes their roles and removes them. */
import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { emailField, id, instantText, optionalName } from '#shared/fields.ts'
import { ROLES } from '#shared/roles.ts'

const role = () => z.enum(ROLES, 'Please choose a role')

export const person = z.object({
  id: z.int(),
  /** Null if the identity provider reports no verified address. */
  email: z.string().nullable(),
  /** The name, as an owner entered it. Null if nobody did. */
  name: z.string().nullable(),
  role: role(),
  /**
   * Where the role comes from. Only a role from an invitation can be changed or removed here. `settings` means that
   * the site's settings name the person, and `claim` that the identity provider names the role.
   */
  source: z.enum(['invitation', 'settings', 'claim']),
  /** When the person last used the site, exact to an hour. Null if they have not signed in yet. */
  lastSeenAt: instantText().nullable(),
})
export type Person = z.output<typeof person>

const NOT_FOUND = [404, 'This person is no longer on the list. Please reload the page.'] as const
const ELSEWHERE =
  'This person’s role comes from the site’s settings or from the sign-in service, so it cannot be changed here.'
const LAST_OWNER =
  'The venue needs an owner, and this is the only one. Please make someone else an owner first.'

export const listPeople = endpoint({
  name: 'people.list',
  route: 'GET auth/people',
  summary: 'Returns everyone who works at the venue and can sign in, with their roles',
  needs: 'people.edit',
  reply: z.object({ people: z.array(person) }),
})

export const personInput = z.object({ email: emailField(), role: role(), name: optionalName() })
export type PersonInput = z.output<typeof personInput>

export const invitePerson = endpoint({
  name: 'people.invite',
  route: 'POST auth/people',
  summary:
    'Invites a person by e-mail and returns them. Their role starts when they sign in with this address. Inviting them again before they have signed in replaces role and name, and sends another e-mail. Fails with `already_here` after that',
  needs: 'people.edit',
  body: z.object({ person: personInput }),
  reply: z.object({ person }),
  failures: {
    already_here: 'This person is on the list already. You can change their role there.',
  },
})

export const changeRole = endpoint({
  name: 'people.changeRole',
  route: 'PUT auth/people',
  summary:
    'Changes the role of a person. The new role counts from their next request. Fails with `last_owner` if nobody else is an owner, and with `set_elsewhere` if the role does not come from an invitation',
  needs: 'people.edit',
  body: z.object({ person: z.object({ id: id(), role: role() }) }),
  reply: z.object({ person }),
  failures: { not_found: NOT_FOUND, last_owner: LAST_OWNER, set_elsewhere: ELSEWHERE },
})

export const removePerson = endpoint({
  name: 'people.remove',
  route: 'DELETE auth/people',
  summary:
    'Removes a person and ends their sessions immediately. Fails with `last_owner` if nobody else is an owner, and with `set_elsewhere` if the role does not come from an invitation',
  needs: 'people.edit',
  query: z.object({ id: id() }),
  failures: { not_found: NOT_FOUND, last_owner: LAST_OWNER, set_elsewhere: ELSEWHERE },
})
