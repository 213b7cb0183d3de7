/** The final-details form of the guest's page (R8.3): you, in an emergency, your stay. The rules are the endpoint's own. */
import { ApiForm } from '#ui/api-form.tsx'
import { formDraft, useApiForm } from '#ui/use-api-form.ts'
import { updateReservation } from '#features/booking/contract/guest.ts'
import type { GuestReservation } from '#features/booking/contract/reservation.ts'
import { finalDetailsInput } from '../../contract/sign-up.ts'
import { DetailInput, detailsOf, EmergencyStep, StayStep, Step } from './guest-form.tsx'
import { type DetailsInput, SIGN_UP_LABELS } from './sign-up-draft.ts'

const NAMES = Object.keys(finalDetailsInput.shape) as (keyof DetailsInput)[]
const LABELS = Object.fromEntries(NAMES.map((name) => [name, SIGN_UP_LABELS[name]]))

/** The form's values from what the reservation has. Newer Terms of Stay are to be agreed to anew. */
function toldBy(reservation: GuestReservation): DetailsInput {
  const given = Object.fromEntries(NAMES.map((name) => [name, reservation[name] ?? '']))
  const safetyConsent = reservation.safetyConsent && reservation.termsCurrent
  return { ...(given as DetailsInput), safetyConsent }
}

const draftName = (reservationId: number) => `details:${reservationId}`

/**
 * The answers typed for a reservation and not sent, so that a reload loses nothing (R17.9). It holds medical answers, so it
 * goes the moment it is saved or given up.
 */
export const detailsDraft = (reservationId: number) => formDraft(draftName(reservationId))

interface DetailsFormProps {
  reservation: GuestReservation
  onSaved: () => void
  /** They can no longer be saved as the page shows it. */
  onOutdated: () => void
  /** Back without saving; missing while there is nothing to go back to. */
  onClose?: (() => void) | undefined
}

export function DetailsForm({ reservation, onSaved, onOutdated, onClose }: DetailsFormProps) {
  const { id, uuid } = reservation
  const form = useApiForm(updateReservation, {
    prefix: 'details',
    schema: finalDetailsInput,
    values: toldBy(reservation),
    labels: LABELS,
    draft: draftName(id),
    toInput: (details) => ({ body: { updateReservationData: { uuid, ...details } } }),
    onOutdated,
    onDone: onSaved,
  })
  const { field, check } = form
  return (
    <ApiForm
      form={form}
      label="Your details"
      className="sign-up"
      does="Save your details"
      cancel="Leave them as they are"
      onCancel={onClose}
    >
      <Step title="You">
        {detailsOf('you').map((name) => (
          <DetailInput key={name} name={name} field={field} />
        ))}
      </Step>
      <EmergencyStep field={field} />
      <StayStep field={field} check={check} />
    </ApiForm>
  )
}
