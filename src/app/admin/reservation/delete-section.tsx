/** The section that deletes a reservation, or says why that is impossible (R12.3, R12.9). */
import type { AdminReservation } from '#domain/booking/contract/admin.ts'
import { companionsOf } from '#domain/booking/domain/party-view.ts'
import { useGuestDeletion } from '#app/admin/roster/guest-form.tsx'
import { DeleteButton } from '#app/ui/dialog-buttons.tsx'
import { Section } from '#app/ui/panel.tsx'
import { Text } from '#app/ui/text.tsx'

/**
 * Renders the button that deletes the reservation. The button is at the end of the page, far from the buttons
 * that admins press every day.
 */
export function DeleteStay({ stay, onDeleted }: { stay: AdminReservation; onDeleted: () => void }) {
  const paysFor = companionsOf(stay.party).map(({ customerName }) => customerName)
  const deletion = useGuestDeletion({ ...stay, paysFor })
  return (
    <Section id="delete" title="Delete">
      <p>For a reservation made by mistake. If the guest is not coming, cancel it instead.</p>
      {deletion.impossible === null ? (
        <DeleteButton {...deletion} label="Delete Reservation" className="button-danger" onDone={onDeleted} />
      ) : (
        <p>
          <Text>{deletion.impossible}</Text>
        </p>
      )}
    </Section>
  )
}
