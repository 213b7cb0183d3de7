/** The form of what an admin can change of a guest. */
import { useEffect, useState } from 'react'
import {
  type AdminReservation,
  getReservationByAdmin,
  updateReservationByAdmin,
} from '#features/booking/contract/admin.ts'
import { changedIn } from '#shared/collections.ts'
import { GUEST_DETAILS } from '#shared/guest-details.ts'
import { paidBy } from '#features/booking/domain/party-shown.ts'
import { useCall } from '#ui/api.tsx'
import { ApiForm } from '#ui/api-form.tsx'
import { ConflictDialog, useConflict } from '#ui/conflict-dialog.tsx'
import { CheckField, DollarsField, TextArea, TextField } from '#ui/field.tsx'
import { type ApiForm as FormState, useApiForm } from '#ui/use-api-form.ts'
import { DetailFields } from '#features/booking/ui/admin/detail-fields.tsx'
import {
  GUEST_LABELS,
  type GuestInput,
  guestSchema,
  type GuestValues,
  inputOf,
} from '#features/booking/ui/admin/guest-values.ts'

interface GuestFormProps {
  guest: AdminReservation
  onSaved: (guest: AdminReservation) => void
  /** Left without saving, outside of a dialog, which knows itself how to close. */
  onCancel?: () => void
  /** The notes are changed elsewhere on the page. */
  notesApart?: boolean
}

type GuestFormState = FormState<GuestInput, GuestValues>

export function GuestForm({ guest, onSaved, onCancel, notesApart = false }: GuestFormProps) {
  // As it was when the form was opened: what the page reads of it meanwhile is compared when it is saved.
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
    labels: GUEST_LABELS,
    shown: (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : value),
    together: true,
    read: async () => {
      const found = await call(getReservationByAdmin, { query: { id: opened.id } })
      if (!found.ok || found.data.version === form.opened.version) return null
      return { version: found.data.version, values: inputOf(found.data) }
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
        does="Save"
        className="guest-form"
        {...(onCancel ? { onCancel } : {})}
      >
        <div className="guest-fields">
          <TextField {...field('customerName')} required />
          <TextField {...field('email')} type="email" hint="Left empty: no emails are sent." />
          {paidBy(opened.party) === null && (
            <DollarsField {...field('totalDue')} required hint="Invoices stay as they are." />
          )}
          <DetailFields names={GUEST_DETAILS} field={field} />
          {!notesApart && <TextArea {...field('notes')} rows={2} hint="Guests never see these." />}
          <CheckField {...form.check('safetyConsent')}>{GUEST_LABELS.safetyConsent}</CheckField>
          <CheckField {...form.check('photoConsent')}>{GUEST_LABELS.photoConsent}</CheckField>
        </div>
      </ApiForm>
      <ConflictDialog
        {...conflict.dialog}
        title="Somebody else has changed this guest in the meantime"
        does="Save"
      />
    </>
  )
}
