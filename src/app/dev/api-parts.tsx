/**
 * Shows the components that use the API in all their states. The developer chooses the replies of a fake
 * server.
 */
import { useMemo, useState, type ReactNode } from 'react'
import { z } from 'zod'
import { OFFLINE, type Call, type Failed } from '#shared/client.ts'
import { endpoint } from '#shared/endpoint.ts'
import { requiredLine } from '#shared/fields.ts'
import { Text } from '#app/ui/text.tsx'
import { ApiForm, useApiForm } from '#app/ui/form.tsx'
import { ApiProvider } from '#app/ui/api.tsx'
import { Button } from '#app/ui/button.tsx'
import { ConflictDialog } from '#app/ui/conflict-dialog.tsx'
import { DataTable, type Column } from '#app/ui/data-table.tsx'
import { FailureAlert } from '#app/ui/alert.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import { InlineField } from '#app/ui/inline-field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import { ConfirmButton, DialogButton } from '#app/ui/dialog-buttons.tsx'

const getCow = endpoint({
  name: 'dev.getCow',
  route: 'GET dev/cow',
  summary: 'Never sent',
  access: 'all',
  limit: 'none',
  reply: z.object({ name: z.string(), asked: z.int() }),
})

const cow = z.object({ name: requiredLine(), color: requiredLine() })

const saveCow = endpoint({
  name: 'dev.saveCow',
  route: 'PUT dev/cow',
  summary: 'Never sent',
  access: 'all',
  limit: 'none',
  body: cow,
})

const MOODS = {
  works: 'Works',
  slow: 'Works after three seconds',
  offline: 'No connection',
  signedOut: 'The session has ended',
  field: 'Refuses the name',
  stale: 'Somebody else was quicker',
}
type Mood = keyof typeof MOODS

const failed = (code: string, status: number, message: string, fields: Failed['fields'] = {}): Failed => {
  return { ok: false, code: code as Failed['code'], status, message, fields }
}

const FAILURES: Partial<Record<Mood, Failed>> = {
  offline: OFFLINE,
  signedOut: failed('unauthenticated', 401, 'Please sign in first.'),
  field: failed('invalid', 400, 'Another cow has it', { name: 'Another cow has it' }),
  stale: failed('stale', 409, 'Somebody else has just changed it.'),
}

let asked = 0

async function answer(mood: Mood) {
  if (mood === 'slow') await new Promise((resolve) => setTimeout(resolve, 3000))
  asked += 1
  return FAILURES[mood] ?? { ok: true as const, data: { name: 'Bess', asked } }
}

/**
 * Renders the components that use the API.
 * @param Part renders a heading, a usage example and the component
 */
export function ApiParts({ Part }: { Part: (props: PartProps) => ReactNode }) {
  const [mood, setMood] = useState<Mood>('works')
  const api = useMemo(
    () => ({ call: (() => answer(mood)) as unknown as Call, signInHref: '/dev/parts' }),
    [mood],
  )
  return (
    <ApiProvider value={api}>
      <Part title="The site’s answer" use="What stands behind the pieces below.">
        <SelectField
          id="mood"
          label="The site"
          required
          options={MOODS}
          value={mood}
          onChange={({ target }) => setMood(target.value as Mood)}
        />
      </Part>
      <Part title="Failures" use="<FailureAlert failed={failed} onRetry={again} />">
        {Object.values(FAILURES).map((failure) => (
          <FailureAlert key={failure.code} failed={failure} onRetry={() => {}} />
        ))}
      </Part>
      <Part title="Reading" use="useApiQuery(getCow, {})">
        <Reading />
      </Part>
      <Part
        title="Form"
        use="useApiForm(saveCow, { prefix, schema, values, labels, toInput, draft, onDone })"
      >
        <CowForm prefix="cow" draft="dev:cow" />
      </Part>
      <Part title="Form in a dialog" use="<Dialog …><ApiForm …>: asks before it drops what was typed">
        <DialogButton label="Open the form" title="A form">
          <CowForm prefix="dialog-cow" />
        </DialogButton>
      </Part>
      <Part
        title="Inline field"
        use='<InlineField label="Notes" value={notes} save={save} draft="cow:7:notes" />'
      >
        <Inline mood={mood} />
      </Part>
      <Part title="Question" use="<ConfirmButton label={…} title={…} does={…} onConfirm={cancel}>">
        <ConfirmButton label="Sell the cow" title="Sell Bess?" does="Sell her" onConfirm={() => answer(mood)}>
          <p>She goes to another ranch.</p>
        </ConfirmButton>
      </Part>
      <Part title="Conflict" use="<ConflictDialog differences={differences} onDecided={save} />">
        <Conflict />
      </Part>
      <Part title="Table" use="<DataTable caption={…} columns={COLUMNS} rows={cows} rowKey={…} sort={…} />">
        <Tables />
      </Part>
      <Part title="News" use="toast('Sent'), announce('Saved')">
        <Button look="plain" onClick={() => toast('Sent the reminder')}>
          Say so
        </Button>
      </Part>
    </ApiProvider>
  )
}

interface PartProps {
  title: string
  use: string
  children: ReactNode
}

function Reading() {
  const { data, pending, stale, failed, refetch } = useApiQuery(getCow, {})
  return (
    <>
      <p>
        <Text>{pending ? 'Loading…' : data ? `${data.name}, answer ${data.asked}` : 'No answer yet'}</Text>
        <Text>{stale && data ? ' (may be out of date)' : ''}</Text>
      </p>
      <FailureAlert failed={failed} onRetry={refetch} />
      <Button look="plain" onClick={refetch}>
        Ask again
      </Button>
    </>
  )
}

function CowForm({ prefix, draft }: { prefix: string; draft?: string }) {
  const form = useApiForm(saveCow, {
    prefix,
    schema: cow,
    values: { name: '', color: 'red' },
    labels: { name: 'Name', color: 'Color' },
    toInput: (body) => ({ body }),
    ...(draft ? { draft } : {}),
    onDone: () => toast('Saved the cow'),
  })
  return (
    <ApiForm form={form} label="A cow" does="Save">
      {form.restored && <p>What you had typed is here again.</p>}
      <TextField {...form.field('name')} required />
      <TextField {...form.field('color')} required />
    </ApiForm>
  )
}

function Inline({ mood }: { mood: Mood }) {
  const [notes, setNotes] = useState('Gentle')
  return (
    <InlineField
      label="Notes about Bess"
      multiline
      draft="dev:notes"
      value={notes}
      save={async (text) => {
        const saved = await answer(mood)
        if (saved.ok) setNotes(text)
        return saved.ok || mood !== 'stale' ? saved : { ...saved, theirs: 'Kicks' }
      }}
    />
  )
}

const DIFFERENCES = [
  { name: 'name', label: 'Name', original: 'Bess', mine: 'Nell', theirs: 'Dolly', both: true },
  { name: 'color', label: 'Color', original: 'red', mine: 'red', theirs: 'brown', both: false },
]

function Conflict() {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button look="plain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Save after somebody else
      </Button>
      <ConflictDialog
        differences={open ? DIFFERENCES : null}
        title="Somebody else changed this cow"
        does="Save it"
        onDecided={close}
        onBack={close}
      />
    </>
  )
}

type Cow = z.output<typeof cow>

const COWS: Cow[] = [
  { name: 'Bess', color: 'red' },
  { name: 'Nell', color: 'brown' },
]

const COLUMNS: Column<Cow>[] = [
  { name: 'name', head: 'Name', cell: ({ name }) => name, names: true, sorts: true },
  { name: 'color', head: 'Color', cell: ({ color }) => color },
]

function Tables() {
  const [ascending, setAscending] = useState(true)
  const direction = ascending ? 'ascending' : 'descending'
  const table = { columns: COLUMNS, rowKey: ({ name }: Cow) => name }
  return (
    <>
      <DataTable
        {...table}
        caption="Cows"
        rows={ascending ? COWS : COWS.toReversed()}
        sort={{ by: 'name', direction, onSort: () => setAscending(!ascending) }}
      />
      <DataTable {...table} caption="Bulls" rows={[]} empty="No bulls yet." />
    </>
  )
}
