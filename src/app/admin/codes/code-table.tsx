/** The admin's table of discount codes, and the form that adds or edits one. */
import { useState } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { optionalDollars } from '#app/admin/reservation/form-values.ts'
import type { CodeKind } from '#platform/database/schema/codes.ts'
import { ranchDay } from '#shared/days.ts'
import { formatDay, formatDayRange } from '#shared/format-days.ts'
import { adminReservationPath } from '#shared/links.ts'
import { plainDollars } from '#shared/money.ts'
import { statusWords } from '#shared/reservation-status.ts'
import { ApiForm, type FormState, useApiForm } from '#app/ui/form.tsx'
import { Button, TextButton, IconButton } from '#app/ui/button.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { DialogQuery } from '#app/ui/dialog-query.tsx'
import { EditDialog, ConfirmButton, ConfirmDelete } from '#app/ui/dialog-buttons.tsx'
import { DayField, DollarsField, SelectField, TextArea, TextField } from '#app/ui/field.tsx'
import { useCall, useApiMutation } from '#app/ui/api.tsx'
import { useConflict } from '#app/ui/conflict-dialog.tsx'
import { toast } from '#app/ui/toast.tsx'
import { useApiCache, useApiQuery } from '#app/ui/use-api-query.ts'
import {
  type Code,
  type CodeInput,
  type CodeUse,
  codeInput,
  createCode,
  deleteCode,
  endCode,
  listCodes,
  listCodeUses,
  updateCode,
} from '#domain/booking/codes/contract/admin.ts'
import { CODE_KINDS, codeWords } from '#domain/booking/codes/domain/discount.ts'
import { Money, Text, Verbatim } from '#app/ui/text.tsx'

interface CodesProps {
  seed: Code[]
  /** The events to which an admin can limit a discount code. */
  events: readonly { id: number; name: string }[]
}

export function Codes({ seed, events }: CodesProps) {
  const { data: codes } = useApiQuery(listCodes, {}, { seed })
  const [edited, edit] = useState<Code | 'new' | null>(null)
  return (
    <>
      <p className="button-row">
        <Button onClick={() => edit('new')}>Add a code</Button>
      </p>
      <DataTable
        caption="Codes"
        columns={codeColumns(edit)}
        rows={codes}
        rowKey={({ id }) => id}
        empty="No codes yet. Add one for friends, for early birds, or for guests who could not come otherwise."
      />
      <EditDialog
        rows={codes}
        edited={edited}
        onClose={() => edit(null)}
        add="Add a code"
        nameOf={({ code }) => code}
      >
        {(code) => <CodeForm code={code} events={events} />}
      </EditDialog>
    </>
  )
}

function codeColumns(onEdit: (code: Code) => void): Column<Code>[] {
  return [
    {
      name: 'code',
      head: 'Code',
      names: true,
      width: 'minmax(0, 2fr)',
      cell: ({ code, note }) => (
        <>
          <Verbatim>{code}</Verbatim>
          {note && (
            <span className="note">
              <Text>{note}</Text>
            </span>
          )}
        </>
      ),
    },
    { name: 'gives', head: 'Discount', width: 'minmax(0, 1.8fr)', cell: (code) => codeWords(code) },
    {
      name: 'valid',
      head: 'Valid for',
      width: 'minmax(0, 1.6fr)',
      cell: (code) => (
        <>
          <Text>{code.event?.name ?? 'All retreats'}</Text>
          <span className="note">{describeDays(code)}</span>
        </>
      ),
    },
    { name: 'used', head: 'Used', width: '4rem', number: true, cell: (code) => <UsedCell code={code} /> },
    {
      name: 'given',
      head: 'Total discount',
      width: '6rem',
      number: true,
      cell: ({ given }) => <Money cents={given} />,
    },
    {
      name: 'actions',
      head: 'Actions',
      quiet: true,
      wide: true,
      width: '12rem',
      className: 'button-row row-actions',
      cell: (code) => <CodeButtons code={code} onEdit={() => onEdit(code)} />,
    },
  ]
}

function describeDays({ validFrom, validUntil, endedAt }: Code): string {
  if (endedAt !== null) return 'Ended'
  if (validFrom !== null && validUntil !== null) return formatDayRange(validFrom, validUntil)
  if (validFrom !== null) return `From ${formatDay(validFrom)}`
  return validUntil === null ? 'Any day' : `Until ${formatDay(validUntil)}`
}

function UsedCell({ code: { id, code, used, uses, everUsed } }: { code: Code }) {
  const [looking, setLooking] = useState(false)
  const words = uses === null ? `${used}` : `${used} of ${uses}`
  if (!everUsed) return <Text>{words}</Text>
  return (
    <>
      <TextButton onClick={() => setLooking(true)}>
        <Text>{words}</Text>
        <span className="visually-hidden">
          {' '}
          with <Verbatim>{code}</Verbatim>: see who
        </span>
      </TextButton>
      <Dialog open={looking} onClose={() => setLooking(false)} title={`Who signed up with ${code}`}>
        <DialogQuery endpoint={listCodeUses} input={{ query: { id } }} loading="Loading the guests">
          {(uses) => <UsesList uses={uses} />}
        </DialogQuery>
      </Dialog>
    </>
  )
}

function UsesList({ uses }: { uses: readonly CodeUse[] }) {
  if (uses.length === 0) return <p>None of the guests who used this code is still coming.</p>
  return (
    <ul>
      {uses.map(({ reservationId, customerName, event, discount, people, signedUpAt, ...hold }) => (
        <li key={reservationId}>
          <Link to={adminReservationPath(reservationId)}>
            <Verbatim>{customerName || 'Deleted guest'}</Verbatim>
          </Link>
          <Text>
            {people > 1 && ` and ${people - 1} more`}, {event.name}:
          </Text>{' '}
          <Money cents={discount} />{' '}
          <Text>
            off, {formatDay(ranchDay(new Date(signedUpAt)))}
            {statusWords(hold) !== null && ` (${statusWords(hold)?.toLowerCase()})`}
          </Text>
        </li>
      ))}
    </ul>
  )
}

function CodeButtons({ code, onEdit }: { code: Code; onEdit: () => void }) {
  const end = useApiMutation(endCode, { invalidates: [listCodes] })
  const remove = useApiMutation(deleteCode, { invalidates: [listCodes] })
  const { id, code: name, everUsed, endedAt } = code
  const ends = endedAt === null
  return (
    <>
      <IconButton label={`Edit ${name}`} icon="edit" onClick={onEdit} />
      <ConfirmButton
        label={ends ? 'End' : 'Reopen'}
        aria-label={ends ? `End ${name}` : `Reopen ${name}`}
        title={ends ? `End ${name}` : `Reopen ${name}`}
        does={ends ? 'End the code' : 'Reopen the code'}
        onConfirm={() => end.send({ body: { id, ended: ends } })}
      >
        <p>
          {ends
            ? 'Nobody can sign up with it anymore. Guests who already used it keep their price.'
            : 'Guests can sign up with it again, from its first day to its last and while uses are left.'}
        </p>
      </ConfirmButton>
      {!everUsed && <ConfirmDelete what={name} onDelete={() => remove.send({ query: { id } })} />}
    </>
  )
}

const KINDS: Record<CodeKind, string> = {
  percent: 'A percentage off each stay',
  amount: 'A dollar amount off each sign-up',
  open: 'Guests name the price',
}

const ALL = 'all'
const text = () => z.string()

const schema = z
  .object({
    code: text(),
    kind: z.enum(CODE_KINDS),
    percent: text(),
    amount: text(),
    least: text(),
    suggestion: text(),
    event: text(),
    validFrom: text(),
    validUntil: text(),
    uses: text(),
    note: text(),
  })
  .transform((typed, context) => {
    const { kind, percent, amount, least, suggestion, event, validFrom, validUntil, uses, ...said } = typed
    const valueField = { percent: 'percent', amount: 'amount', open: 'least' }[kind]
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const dollars = (path: string, sum: string) => {
      const read = optionalDollars.safeParse(sum)
      if (!read.success) wrong(path, read.error.issues[0]?.message ?? '')
      return read.success ? read.data : null
    }
    const value =
      kind === 'percent' ? wholeOf(percent) : (dollars(valueField, kind === 'amount' ? amount : least) ?? 0)
    const checked = codeInput.safeParse({
      ...said,
      kind,
      value,
      suggestion: kind === 'open' ? dollars('suggestion', suggestion) : null,
      eventId: event === ALL ? null : Number(event),
      validFrom: validFrom || null,
      validUntil: validUntil || null,
      uses: uses.trim() === '' ? null : wholeOf(uses),
    })
    if (checked.success) return checked.data
    for (const { path, message } of checked.error.issues)
      wrong(path[0] === 'value' ? valueField : String(path[0]), message)
    return z.NEVER
  })

/**
 * Parses a whole number that an admin typed. Returns 0 for any other text, and the field's validation then
 * refuses 0.
 */
const wholeOf = (typed: string) => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : 0)

const LABELS = {
  code: 'Code',
  kind: 'Discount',
  percent: 'Percent off',
  amount: 'Dollars off',
  least: 'Lowest price of a stay, in dollars',
  suggestion: 'Suggested price of a stay, in dollars',
  event: 'Retreat',
  validFrom: 'First day',
  validUntil: 'Last day',
  uses: 'Maximum number of sign-ups',
  note: 'Note for yourself',
}

function typedOf(code: Code | null) {
  const { kind = 'percent', value = 0, suggestion = null } = code ?? {}
  const dollarsOf = (of: CodeKind) => (code && kind === of ? plainDollars(value) : '')
  return {
    code: code?.code ?? '',
    kind,
    percent: code && kind === 'percent' ? String(value) : '',
    amount: dollarsOf('amount'),
    least: dollarsOf('open'),
    suggestion: suggestion === null ? '' : plainDollars(suggestion),
    event: code?.event ? String(code.event.id) : ALL,
    validFrom: code?.validFrom ?? '',
    validUntil: code?.validUntil ?? '',
    uses: code?.uses ? String(code.uses) : '',
    note: code?.note ?? '',
  }
}

/**
 * Renders the form of a discount code. Its fields depend on the kind of code. The name of a used code is
 * read-only. `code` is null for a new one.
 */
function CodeForm({ code, events }: Pick<CodesProps, 'events'> & { code: Code | null }) {
  // Keeps the code as it was when the form opened. If another admin saves the code in the meantime, the
  // conflict dialog compares this version with the typed one and the newly saved one.
  const [opened] = useState(code)
  const call = useCall()
  const { setData } = useApiCache()
  const form: FormState<ReturnType<typeof typedOf>, CodeInput> = useApiForm(code ? updateCode : createCode, {
    prefix: 'code',
    schema,
    values: typedOf(opened),
    labels: LABELS,
    version: opened?.version ?? 0,
    toInput: (checked, { version }) =>
      code ? { body: { id: code.id, version, code: checked } } : { body: { code: checked } },
    fieldOf: { eventId: 'event' },
    invalidates: [listCodes],
    onOutdated: () => void conflict.compare(),
    onDone: (_reply, checked) => toast(`${checked.code} is saved.`),
  })
  const [kind, validFrom, validUntil] = form.form.watch(['kind', 'validFrom', 'validUntil'])
  const { field } = form
  const all =
    code?.event && events.every(({ id }) => id !== code.event?.id) ? [...events, code.event] : events
  const retreats = new Map([
    [ALL, 'All retreats'],
    ...all.map(({ id, name }): [string, string] => [`${id}`, name]),
  ])
  const conflict = useConflict(form, {
    title: 'Someone else has changed this code in the meantime',
    labels: LABELS,
    shown: (value, name) => {
      const options: Partial<Record<string, Map<string, string>>> = {
        kind: new Map(Object.entries(KINDS)),
        event: retreats,
      }
      return options[name]?.get(String(value)) ?? String(value)
    },
    together: true,
    read: async () => {
      const found = await call(listCodes)
      if (!found.ok) return null
      setData(listCodes, {}, found.data)
      const now = found.data.find(({ id }) => id === code?.id)
      return now ? { version: now.version, values: typedOf(now) } : null
    },
  })
  return (
    <>
      <ApiForm form={form} label="Code" does={code ? 'Save the code' : 'Add the code'}>
        {code?.everUsed && <p className="note">Guests who already signed up with it keep their price.</p>}
        <TextField
          {...field('code')}
          required
          readOnly={code?.everUsed}
          hint={
            code?.everUsed
              ? 'Guests have used this code, so its name cannot change.'
              : 'What guests type: letters and digits.'
          }
          autoComplete="off"
          autoCapitalize="characters"
        />
        <SelectField {...field('kind')} options={KINDS} required />
        {kind === 'percent' && (
          <TextField {...field('percent')} inputMode="numeric" required autoComplete="off" />
        )}
        {kind === 'amount' && (
          <DollarsField
            {...field('amount')}
            required
            hint="Taken off once per sign-up, for any number of guests."
          />
        )}
        {kind === 'open' && (
          <>
            <DollarsField {...field('least')} hint="If empty: no lowest price." />
            <DollarsField
              {...field('suggestion')}
              hint="The sign-up form starts with this price. If empty: the full price."
            />
          </>
        )}
        <SelectField {...field('event')} options={retreats} required />
        <DayField {...field('validFrom')} chosen={validFrom} />
        <DayField {...field('validUntil')} chosen={validUntil} />
        <TextField {...field('uses')} inputMode="numeric" hint="If empty: no limit." autoComplete="off" />
        <TextArea {...field('note')} hint="For example, who the code is for. Guests never see it." />
      </ApiForm>
      {conflict.dialog}
    </>
  )
}
