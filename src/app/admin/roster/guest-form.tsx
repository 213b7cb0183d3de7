import { useEffect, useState } from 'react'
import {
  type AdminReservation,
  getReservationByAdmin,
  updateReservationByAdmin,
  deleteReservation,
} from '#domain/booking/contract/admin.ts'
import { changedIn } from '#shared/collections.ts'
import { GUEST_DETAILS } from '#shared/guest-details.ts'
import { describeOpenMoney, OPEN_MONEY_STAYS } from '#domain/booking/domain/open-money.ts'
import { paidBy } from '#domain/booking/domain/party-view.ts'
import { isActive } from '#shared/reservation-status.ts'
import { useCall, useApiMutation } from '#app/ui/api.tsx'
import { ApiForm, type FormState, useApiForm } from '#app/ui/form.tsx'
import { useConflict } from '#app/ui/conflict-dialog.tsx'
import { CheckField, DollarsField, TextArea, TextField } from '#app/ui/field.tsx'
import {
  DetailFields,
  GUEST_LABELS,
  type GuestInput,
  guestSchema,
  type GuestValues,
  inputOf,
} from '#app/admin/reservation/guest-fields.tsx'
import type { Call, Failed } from '#shared/client.ts'
import { InlineField } from '#app/ui/inline-field.tsx'

interface GuestFormProps {
  guest: AdminReservation
  onSaved: (guest: AdminReservation) => void
  /**
   * Called when the admin leaves the form without saving. Missing if the form is in a dialog, because the
   * dialog has its own button to close.
   */
  onCancel?: () => void
  /** True if the page has a separate form for the admins' notes about the guest. */
  notesApart?: boolean
}

type GuestFormState = FormState<GuestInput, GuestValues>

export function GuestForm({ guest, onSaved, onCancel, notesApart = false }: GuestFormProps) {
  // Keeps the data that the form opened with, even if the page refetches the guest. A save sends the version
  // that the admin saw, so that the server notices changes by another admin.
  const [opened] = useState(guest)
  const call = useCall()
  const form: GuestFormState = useApiForm(updateReservationByAdmin, {
    prefix: 'guest',
    schema: guestSchema,
    values: inputOf(opened),
    labels: GUEST_LABELS,
    version: opened.version,
    toInput: (mine, { version, values }) => ({
      body: {
        updateReservationData: { ...changedIn(guestSchema.parse(values), mine), id: opened.id, version },
      },
    }),
    onOutdated: () => void conflict.compare(),
    onDone: ({ reservation }) => onSaved(reservation),
  })
  const conflict = useConflict(form, {
    title: 'Someone else has changed this guest in the meantime',
    labels: GUEST_LABELS,
    shown: (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : value),
    together: true,
    read: async () => {
      const found = await call(getReservationByAdmin, { query: { id: opened.id } })
      return found.ok ? { version: found.data.version, values: inputOf(found.data) } : null
    },
  })
  const { field } = form
  const { setFocus } = form.form
  useEffect(() => setFocus('customerName'), [setFocus])
  return (
    <>
      <ApiForm
        form={form}
        label={`Edit ${opened.customerName}`}
        does="Save the details"
        className="guest-form"
        {...(onCancel ? { onCancel } : {})}
      >
        <div className="guest-fields">
          <TextField {...field('customerName')} required />
          <TextField {...field('email')} type="email" hint="If empty: no emails are sent." />
          {paidBy(opened.party) === null && (
            <DollarsField {...field('totalDue')} required hint="Invoices do not change." />
          )}
          <DetailFields names={GUEST_DETAILS} field={field} />
          {!notesApart && <TextArea {...field('notes')} rows={2} hint="Guests never see these." />}
          <CheckField {...form.check('safetyConsent')}>{GUEST_LABELS.safetyConsent}</CheckField>
          <CheckField {...form.check('photoConsent')}>{GUEST_LABELS.photoConsent}</CheckField>
        </div>
      </ApiForm>
      {conflict.dialog}
    </>
  )
}

interface DeletedGuest extends Pick<AdminReservation, 'id' | 'customerName' | 'status' | 'openMoney'> {
  /** Names of the guests who still come and for whom this guest pays. Then the guest cannot be deleted. */
  paysFor: string[]
}

const list = new Intl.ListFormat('en-US')

/**
 * Returns the confirmation that an admin sees before the site deletes a reservation. If a deletion is impossible or would
 * be refused for a reason that the page knows, the dialog says so before it asks. The text warns that the
 * invoices are deleted too and cannot be restored (R12.3).
 */
export function useGuestDeletion({ id, customerName, status, openMoney: open, paysFor }: DeletedGuest) {
  const { send } = useApiMutation(deleteReservation)
  return {
    overridable: 'money_open',
    impossible:
      paysFor.length === 0
        ? null
        : `${customerName} pays for ${list.format(paysFor)}. On the page of another guest of the party, press “Let this guest pay for all…” first. Or cancel for the whole party.`,
    known: open > 0 ? describeOpenMoney({ open, isActive: isActive(status) }) : null,
    anyway: OPEN_MONEY_STAYS,
    onDelete: (force: boolean) => send({ query: { id, ...(force ? { force: 'true' as const } : {}) } }),
    children: (
      <>
        <p>
          The reservation of <strong translate="no">{customerName}</strong> is deleted with its invoices. It
          cannot be recovered.
        </p>
        <p>This is a permanent deletion.</p>
      </>
    ),
  }
}

interface NotesCellProps {
  guest: Pick<AdminReservation, 'id' | 'customerName' | 'notes' | 'version'>
  /**
   * Called with the newest reservation. `saved` is false if the notes were not saved, because another admin
   * had changed them.
   */
  onSaved: (guest: AdminReservation, saved: boolean) => void
}

/** Renders the admins' notes about a guest, which an admin edits in place (R12.6). */
export function NotesCell({ guest: { id, customerName, notes, version }, onSaved }: NotesCellProps) {
  const call = useCall()
  return (
    <InlineField
      label={`Notes about ${customerName}`}
      multiline
      placeholder="Add a note"
      maxLength={5000}
      value={notes ?? ''}
      draft={`notes of reservation ${id}`}
      save={async (text, seen) => {
        const saved = await saveNotes(call, { id, version, notes: text, seen })
        const now = saved.ok ? saved.guest : saved.theirs
        if (now) onSaved(now, saved.ok)
        return saved.ok ? saved : { ...saved, theirs: now && (now.notes ?? '') }
      }}
    />
  )
}

interface NotesChange {
  id: number
  version: number
  notes: string
  /** The notes that the admin saw before typing. Empty if the guest had no notes. */
  seen: string
}

type SavedNotes =
  | { ok: true; guest: AdminReservation }
  /** The notes were not saved. `theirs` is the reservation with the notes that another admin saved. */
  | (Failed & { theirs?: AdminReservation })

/**
 * Saves only the notes about a guest. If another admin has changed other fields of the guest, retries with
 * the new version.
 */
export async function saveNotes(call: Call, { seen, ...changes }: NotesChange): Promise<SavedNotes> {
  const first = await save(call, changes)
  if (first.ok || first.code !== 'stale') return first
  const found = await call(getReservationByAdmin, { query: { id: changes.id } })
  if (!found.ok) return found
  const theirs = found.data
  if ((theirs.notes ?? '') === seen) return save(call, { ...changes, version: theirs.version })
  return { ...first, theirs }
}

async function save(call: Call, changes: Omit<NotesChange, 'seen'>): Promise<SavedNotes> {
  const saved = await call(updateReservationByAdmin, { body: { updateReservationData: changes } })
  return saved.ok ? { ok: true, guest: saved.data.reservation } : saved
}
