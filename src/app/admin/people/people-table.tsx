/** The table of people with their roles, and the forms that invite a person or change a role. */
import { useState } from 'react'
import { z } from 'zod'
import {
  changeRole,
  invitePerson,
  listPeople,
  type Person,
  personInput,
  removePerson,
} from '#domain/staff/people/contract.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { formatInstant } from '#shared/format-days.ts'
import { ROLE_WORDS, type Role, ROLES } from '#shared/roles.ts'
import { useApiMutation } from '#app/ui/api.tsx'
import { Button, IconButton } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ConfirmButton, EditDialog } from '#app/ui/dialog-buttons.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { ApiForm, useApiForm } from '#app/ui/form.tsx'
import { Text, Verbatim } from '#app/ui/text.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'

const ROLE_LABELS = Object.fromEntries(ROLES.map((role) => [role, ROLE_WORDS[role].label]))

/** Returns how the page calls a person: by name, or else by e-mail address. */
const nameOf = ({ name, email }: Pick<Person, 'name' | 'email'>) =>
  name ?? email ?? 'A person without an address'

export function PeopleTable({ seed }: { seed: ReplyOf<typeof listPeople> }) {
  const { data } = useApiQuery(listPeople, {}, { seed })
  const [inviting, setInviting] = useState(false)
  const [edited, edit] = useState<Person | null>(null)
  return (
    <>
      <p className="button-row">
        <Button aria-haspopup="dialog" onClick={() => setInviting(true)}>
          Invite a person
        </Button>
      </p>
      <DataTable
        caption="People"
        columns={personColumns(edit)}
        rows={data.people}
        rowKey={({ id }) => id}
        empty="Nobody yet. Invite the people who work with you."
      />
      <Dialog open={inviting} onClose={() => setInviting(false)} title="Invite a person" backdrop="static">
        <InviteForm />
      </Dialog>
      <EditDialog
        rows={data.people}
        edited={edited}
        onClose={() => edit(null)}
        add="Invite a person"
        nameOf={nameOf}
      >
        {(person) => person && <RoleForm person={person} />}
      </EditDialog>
    </>
  )
}

function personColumns(onEdit: (person: Person) => void): Column<Person>[] {
  return [
    {
      name: 'name',
      head: 'Name',
      names: true,
      width: 'minmax(0, 1.1fr)',
      cell: (person) => (
        <>
          <Verbatim>{nameOf(person)}</Verbatim>
          {person.name !== null && person.email !== null && (
            <span className="note">
              <Verbatim>{person.email}</Verbatim>
            </span>
          )}
        </>
      ),
    },
    { name: 'role', head: 'Role', width: '7rem', cell: ({ role }) => ROLE_WORDS[role].label },
    { name: 'seen', head: 'Last seen', cell: describeSeen },
    {
      name: 'actions',
      head: 'Actions',
      quiet: true,
      wide: true,
      width: '18rem',
      className: 'button-row row-actions',
      cell: (person) => <PersonButtons person={person} onEdit={() => onEdit(person)} />,
    },
  ]
}

const describeSeen = ({ lastSeenAt }: Person) =>
  lastSeenAt === null ? 'Invited, has not signed in yet' : formatInstant(lastSeenAt)

/** Why a role cannot be changed on this page, by where it comes from. */
const SET_ELSEWHERE = {
  settings: 'Owner by the site’s settings',
  claim: 'Role set by the sign-in service',
}

function PersonButtons({ person, onEdit }: { person: Person; onEdit: () => void }) {
  const remove = useApiMutation(removePerson, { invalidates: [listPeople] })
  const invite = useApiMutation(invitePerson, { invalidates: [listPeople] })
  if (person.source !== 'invitation') return <span className="note">{SET_ELSEWHERE[person.source]}</span>
  const { id, email, name, role, lastSeenAt } = person
  const called = nameOf(person)
  const again = async () => {
    if (email === null) return
    const sent = await invite.send({ body: { person: { email, role, name } } })
    if (sent?.ok) toast(`Invited ${called} again`)
  }
  return (
    <>
      {lastSeenAt === null && email !== null && (
        <Button
          look="plain"
          busy={invite.busy}
          aria-label={`Invite again: ${called}`}
          onClick={() => void again()}
        >
          Invite again
        </Button>
      )}
      <IconButton label={`Change the role of ${called}`} icon="edit" onClick={onEdit} />
      <ConfirmButton
        label="Remove"
        aria-label={`Remove ${called}`}
        title={`Remove ${called}`}
        does={`Remove ${called}`}
        onConfirm={() => remove.send({ query: { id } })}
        onDone={() => toast(`Removed ${called}`)}
      >
        <p>
          <Text>
            {called} is signed out everywhere immediately, and can no longer open any of these pages. What
            they did stays in the history.
          </Text>
        </p>
      </ConfirmButton>
    </>
  )
}

const LABELS = { email: 'Email', name: 'Name', role: 'Role' }

function InviteForm() {
  const form = useApiForm(invitePerson, {
    prefix: 'person',
    schema: personInput,
    values: { email: '', name: '', role: 'desk' as Role },
    labels: LABELS,
    toInput: (person) => ({ body: { person } }),
    invalidates: [listPeople],
    onDone: (_reply, { email }) => toast(`Invited ${email}`),
  })
  return (
    <ApiForm form={form} label="Invitation" does="Send the invitation">
      <TextField
        {...form.field('email')}
        required
        type="email"
        autoComplete="off"
        hint="They sign in with this address, so the sign-in service must know it."
      />
      <TextField {...form.field('name')} autoComplete="off" />
      <SelectField {...form.field('role')} required options={ROLE_LABELS} />
    </ApiForm>
  )
}

function RoleForm({ person }: { person: Person }) {
  const form = useApiForm(changeRole, {
    prefix: 'role',
    schema: z.object({ role: z.enum(ROLES) }),
    values: { role: person.role },
    labels: LABELS,
    toInput: ({ role }) => ({ body: { person: { id: person.id, role } } }),
    invalidates: [listPeople],
    onDone: (_reply, { role }) => toast(`${nameOf(person)}: ${ROLE_WORDS[role].label}`),
  })
  return (
    <ApiForm form={form} label="Role" does="Save the role">
      <SelectField
        {...form.field('role')}
        required
        options={ROLE_LABELS}
        hint="The new role counts from the person’s next click."
      />
    </ApiForm>
  )
}
