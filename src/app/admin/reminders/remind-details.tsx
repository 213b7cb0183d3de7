/** The dialog with which an admin reminds guests of the details that they have not given yet. */
import { remindOfDetails } from '#domain/mail/reminders/contract.ts'
import { type GuestToRemind, RemindGuests } from './remind-guests.tsx'

export interface GuestWithoutDetails extends GuestToRemind {
  /** Whose details are missing: the guest's own, or only those of companions without an e-mail address. */
  missing: 'own' | 'companions'
}

interface RemindDetailsProps {
  open: boolean
  guests: GuestWithoutDetails[]
  onClose: () => void
  onSent: () => void
}

const MISSING = {
  own: 'Details are missing',
  companions: 'Details of companions are missing',
} as const

export const RemindDetails = (props: RemindDetailsProps) => (
  <RemindGuests
    {...props}
    title="Remind of missing details"
    lead="Each guest gets the email “We still need your details”, with a link to give them. Guests who pay for others also get the links of companions without an address."
    endpoint={remindOfDetails}
    note={({ missing }) => MISSING[missing]}
  />
)
