/** What staff can do with the guests that they have selected in the roster. */
import { useState } from 'react'
import type { Guest } from '#domain/guests/roster/contract.ts'
import { paths } from '#app/paths.ts'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { Text } from '#app/ui/text.tsx'
import { toast } from '#app/ui/toast.tsx'
import { plural } from '#shared/text.ts'
import { WriteMessage } from '../messages/messages.tsx'
import { type GuestWithoutDetails, RemindDetails } from '../reminders/remind-details.tsx'
import { type LatePayer, RemindLate } from '../reminders/remind-late.tsx'
import { lacksInfo } from './filter-and-sort.ts'

interface SelectedGuestsProps {
  eventId: number
  guests: Guest[]
  onClear: () => void
  /** Called when reminders are on their way. */
  onChanged: () => void
}

/** Renders a bar with the actions on the selected guests. It stays at the lower edge of the screen. */
export function SelectedGuests({ eventId, guests, onClear, onChanged }: SelectedGuestsProps) {
  const [reminding, setReminding] = useState<LatePayer[] | null>(null)
  const [asking, setAsking] = useState<GuestWithoutDetails[] | null>(null)
  const owing = guests.filter(({ money }) => money.stillToPay > 0)
  const lacking = lackingDetails(guests)
  return (
    <>
      {guests.length > 0 && (
        <section className="roster-selected on-ground" aria-label="Selected guests">
          <output>
            <Text>{plural(guests.length, 'guest')} selected</Text>
          </output>
          <Button
            look="plain"
            aria-haspopup="dialog"
            aria-disabled={owing.length === 0}
            title={owing.length === 0 ? 'Nobody of them has anything to pay' : undefined}
            onClick={() => owing.length > 0 && setReminding(owing.map(toLatePayer))}
          >
            Remind to pay
          </Button>
          <Button
            look="plain"
            aria-haspopup="dialog"
            aria-disabled={lacking.length === 0}
            title={lacking.length === 0 ? 'All of them have given their details' : undefined}
            onClick={() => lacking.length > 0 && setAsking(lacking)}
          >
            Remind of details
          </Button>
          <WriteMessage
            key={guests.map(({ id }) => id).join()}
            label="Write a message"
            eventId={eventId}
            chosen={guests.map(({ id }) => id)}
            onSent={(count) => toast(`${plural(count, 'email')} on the way.`)}
          />
          <LinkButton
            to={paths.exportGuests(
              eventId,
              guests.map(({ id }) => id),
            )}
            look="plain"
            download
          >
            Export (CSV)
          </LinkButton>
          <Button look="plain" onClick={onClear}>
            Clear
          </Button>
        </section>
      )}
      <RemindLate
        open={reminding !== null}
        payers={reminding ?? []}
        onClose={() => setReminding(null)}
        onSent={onChanged}
      />
      <RemindDetails
        open={asking !== null}
        guests={asking ?? []}
        onClose={() => setAsking(null)}
        onSent={onChanged}
      />
    </>
  )
}

/** Whether a guest was reminded today is known only to the server, which then skips the guest and says so. */
const toLatePayer = ({ id, customerName, money, email }: Guest): LatePayer => ({
  reservationId: id,
  name: customerName || 'Deleted guest',
  // The page is about one event, so the list need not name it.
  event: '',
  owes: money.stillToPay,
  hasEmail: email !== '',
  remindedToday: false,
})

/**
 * Returns the guests whose details are missing, and the payers whom the site asks for the details of companions without
 * an address (R39.4).
 */
export function lackingDetails(guests: Guest[]): GuestWithoutDetails[] {
  const lacking = guests.filter(lacksInfo)
  const asked = new Set(lacking.filter(({ email }) => email === '').map(({ party }) => party?.payer))
  return guests.flatMap((guest) => {
    const own = lacking.includes(guest)
    if (!own && !asked.has(guest.id)) return []
    const { id, customerName, email } = guest
    const name = customerName || 'Deleted guest'
    return [
      {
        reservationId: id,
        name,
        missing: own ? ('own' as const) : ('companions' as const),
        hasEmail: email !== '',
        remindedToday: false,
      },
    ]
  })
}
