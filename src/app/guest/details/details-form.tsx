/**
 * The form for the final details on the private page (R8.3), in three steps: about you, emergency contact,
 * your stay. The API's own rules validate the form.
 */
import { formDraft } from '#app/ui/draft.ts'
import { callablePhone } from '#app/ui/callable-phone.ts'
import { ApiForm, useApiForm } from '#app/ui/form.tsx'
import { updateReservation } from '#domain/booking/contract/guest.ts'
import type { GuestReservation } from '#domain/booking/contract/reservation.ts'
import { finalDetailsInput } from '#domain/booking/contract/sign-up.ts'
import { DetailInput, detailsOf, EmergencyStep, StayStep, Step } from './guest-form.tsx'
import { type DetailsInput, SIGN_UP_LABELS, SIGN_UP_REMEDIES } from '#app/public/sign-up/sign-up-draft.ts'

const NAMES = Object.keys(finalDetailsInput.shape) as (keyof DetailsInput)[]
const LABELS = Object.fromEntries(NAMES.map((name) => [name, SIGN_UP_LABELS[name]]))

/**
 * Returns the initial values of the details form. The consent is unchecked if the Terms of Stay have changed,
 * because the guest must agree again.
 */
function givenDetails(reservation: GuestReservation): DetailsInput {
  const given = Object.fromEntries(NAMES.map((name) => [name, reservation[name] ?? '']))
  const safetyConsent = reservation.safetyConsent && reservation.termsCurrent
  return { ...(given as DetailsInput), safetyConsent }
}

const detailsSchema = ({ phone, emergencyContactPhone }: GuestReservation) =>
  finalDetailsInput.extend({
    phone: callablePhone(finalDetailsInput.shape.phone, phone),
    emergencyContactPhone: callablePhone(
      finalDetailsInput.shape.emergencyContactPhone,
      emergencyContactPhone,
    ),
  })

const draftName = (reservationId: number) => `details:${reservationId}`

/**
 * Returns the draft of the final details in this browser. The draft is deleted when the details are saved or
 * discarded, because some are medical.
 */
export const detailsDraft = (reservation: GuestReservation) =>
  formDraft(draftName(reservation.id), givenDetails(reservation))

interface DetailsFormProps {
  reservation: GuestReservation
  onSaved: () => void
  /** Called if the server refuses the details because the page is outdated. */
  onOutdated: () => void
  /**
   * Closes the form without saving. Missing if the site has no details of the guest yet, because the form
   * then cannot be closed.
   */
  onClose?: (() => void) | undefined
}

export function DetailsForm({ reservation, onSaved, onOutdated, onClose }: DetailsFormProps) {
  const { id, uuid } = reservation
  const form = useApiForm(updateReservation, {
    prefix: 'details',
    schema: detailsSchema(reservation),
    values: givenDetails(reservation),
    labels: LABELS,
    remedies: SIGN_UP_REMEDIES,
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
      cancel="Keep my answers"
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
