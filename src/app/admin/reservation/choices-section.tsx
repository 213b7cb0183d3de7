/** The section with a guest's lodging and extras (R37.7, R37.8). */
import { useState } from 'react'
import { type AdminReservation, changeOptionsByAdmin } from '#domain/booking/contract/admin.ts'
import { getEvent } from '#domain/booking/contract/event.ts'
import { type OfferedOption, priceOfOption } from '#domain/events/domain/offered-options.ts'
import { formatMoney } from '#shared/money.ts'
import { useCall } from '#app/ui/api.tsx'
import { FailureAlert } from '#app/ui/alert.tsx'
import { Lines } from '#app/ui/facts.tsx'
import { CheckField } from '#app/ui/field.tsx'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import { Choices } from '#app/guest/details/choices.tsx'
import {
  ConfirmAction,
  ReservationSection,
  canChange,
  DialogOpener,
  type PartProps,
  useReservation,
} from './form-parts.tsx'

export function ChoicesSection(part: PartProps) {
  const { event, options } = part.reservation
  if (options.length === 0 && !event.offersChoices) return null
  return (
    <ReservationSection {...part} id="choices-of-guest" heading="Lodging and extras">
      {options.length === 0 && <p>No choices yet.</p>}
      <Lines of={options.map((option) => `${option.name}, ${priceOfOption(option)}`)} />
      {canChange(part.reservation) && (
        <DialogOpener label="Change the choices…" className="book-apart">
          <ChangeChoices />
        </DialogOpener>
      )}
    </ReservationSection>
  )
}

type Offering = Pick<AdminReservation['event'], 'id' | 'urlName' | 'offersChoices'>

/** Reads an event's options for an admin, including options that guests cannot choose. */
export function useOfferedOptions(event: Offering) {
  const { data, failed, refetch } = useApiQuery(
    getEvent,
    { query: { eventUrlName: event.urlName, guests: 0, waitlist: 0 } },
    { enabled: event.offersChoices },
  )
  const options: readonly OfferedOption[] = data && !data.locked ? data.options : []
  return { options, failed, refetch }
}

/** Lets the admin pick sold-out options. The form then asks before it overbooks. */
export const allChoosable = (options: readonly OfferedOption[]): OfferedOption[] =>
  options.map((option) => ({ ...option, soldOut: false }))

interface OfferedChoicesProps {
  event: Offering
  picked: number[]
  onPick: (picked: number[]) => void
}

/** Renders an event's options for an admin, including options that guests cannot choose. */
export function OfferedChoices({ event, picked, onPick }: OfferedChoicesProps) {
  const { options, failed, refetch } = useOfferedOptions(event)
  return (
    <>
      <FailureAlert failed={failed} onRetry={refetch} />
      <Choices options={allChoosable(options)} picked={picked} onPick={onPick} />
    </>
  )
}

function ChangeChoices() {
  const { id, options, email, event } = useReservation().reservation
  const call = useCall()
  const [picked, setPicked] = useState(() => options.map((option) => option.id))
  const [tells, setTells] = useState(true)
  const [over, setOver] = useState(false)
  return (
    <ConfirmAction
      title="Lodging and extras"
      does="Change the choices"
      keeps="Keep the choices"
      send={(version) =>
        call(changeOptionsByAdmin, {
          body: { id, version, options: picked, sendEmail: tells && email !== '', allowOverbooking: over },
        })
      }
      announcement={(price) => `The stay costs ${formatMoney(price)} now`}
    >
      <OfferedChoices event={event} picked={picked} onPick={setPicked} />
      <p className="note">
        The price changes with the choices. We adjust the unpaid invoices. If they cannot cover a higher
        price, the rest becomes an invoice due today. If the guest has paid too much, refund it separately.
      </p>
      <CheckField id="choices-over" checked={over} onChange={({ target }) => setOver(target.checked)}>
        Include sold-out choices
      </CheckField>
      {email !== '' && (
        <CheckField id="choices-email" checked={tells} onChange={({ target }) => setTells(target.checked)}>
          Email the guest
        </CheckField>
      )}
    </ConfirmAction>
  )
}
