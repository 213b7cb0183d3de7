/** The dialog with which an admin reminds some or all guests whose payment is late. */
import { remindLatePayers } from '#domain/mail/reminders/contract.ts'
import type { Cents } from '#shared/money.ts'
import { Money, Text } from '#app/ui/text.tsx'
import { type GuestToRemind, RemindGuests } from './remind-guests.tsx'

export interface LatePayer extends GuestToRemind {
  event: string
  owes: Cents
}

interface RemindLateProps {
  open: boolean
  payers: LatePayer[]
  onClose: () => void
  /** Called when reminders are enqueued and each time some are sent, so that the page reloads. */
  onSent: () => void
}

const describeOwed = ({ owes }: LatePayer) => (
  <>
    <Text>, </Text>
    <Money cents={owes} />
  </>
)

export const RemindLate = ({ payers, ...dialog }: RemindLateProps) => (
  <RemindGuests
    {...dialog}
    title="Remind late payers"
    lead="Each guest gets one email about the overdue invoice, with a link to pay it."
    endpoint={remindLatePayers}
    guests={payers}
    amount={describeOwed}
    note={({ event }) => event}
  />
)
