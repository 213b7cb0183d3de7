/** What the guest has chosen of what the event offers, and other choices while there is time (R37.7). */
import { useState } from 'react'
import { changeOptions } from '#features/booking/contract/guest.ts'
import { Choices } from '#features/booking/ui/guest/choices.tsx'
import { paidBy } from '#features/booking/domain/party.ts'
import { priceOfOption, sumOfPicked } from '#features/events/domain/options.ts'
import { formatDay } from '#shared/days.ts'
import { formatMoney } from '#shared/money.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { useCall } from '#ui/api.tsx'
import { useAnnounce } from '#ui/toast.tsx'
import type { GuestPart } from './guest-part.ts'

const HEADING = 'choices-heading'

/** Nothing where there is nothing to choose and nothing was chosen. */
export function ChoicesPart({ reservation, onChanged }: GuestPart) {
  const { options: chosen, offered, changeUntil, party } = reservation
  const companion = paidBy(party) !== null
  const [open, setOpen] = useState(false)
  if (chosen.length === 0 && offered.length === 0) return null
  return (
    <section aria-labelledby={HEADING}>
      <h2 id={HEADING} tabIndex={-1}>
        Your choices
      </h2>
      {chosen.length === 0 && <p>You have chosen nothing extra.</p>}
      <ul>
        {chosen.map((option) => (
          <li key={option.id}>
            {option.name}, {priceOfOption(option)}
          </li>
        ))}
      </ul>
      {offered.length > 0 ? (
        <>
          <p className="note">
            Until {formatDay(changeUntil)} you can choose what costs{' '}
            {companion ? 'the same' : 'as much or more'}.
          </p>
          <Button look="plain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            Change your choices
          </Button>
        </>
      ) : (
        <p className="note">The rooms are planned by now. For anything else, please write to us.</p>
      )}
      <ChangeDialog
        reservation={reservation}
        onChanged={onChanged}
        open={open}
        onClose={() => setOpen(false)}
      />
    </section>
  )
}

function ChangeDialog({
  reservation,
  onChanged,
  open,
  onClose,
}: GuestPart & { open: boolean; onClose: () => void }) {
  const { uuid, options, offered, party } = reservation
  const payer = paidBy(party)
  const call = useCall()
  const announce = useAnnounce()
  const before = options.map(({ id }) => id)
  const [changed, setPicked] = useState<number[] | null>(null)
  const picked = changed ?? before
  const difference = sumOfPicked(offered, picked) - sumOfPicked(offered, before)
  const close = () => {
    setPicked(null)
    onClose()
  }
  const send = async () => {
    const answer = await call(changeOptions, { body: { uuid, options: picked, difference } })
    onChanged()
    if (!answer.ok) return answer
    announce('Your choices are saved.')
    setPicked(null)
    return null
  }
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title="Your choices"
      does={difference > 0 && !payer ? `Change, for ${formatMoney(difference)} more` : 'Change'}
      keeps="Leave them"
      onConfirm={send}
    >
      <Choices options={offered} picked={picked} onPick={setPicked} />
      <output className="choices-sum">{differenceWords(difference, payer?.customerName)}</output>
    </ConfirmDialog>
  )
}

/** `payer`: somebody else pays. */
function differenceWords(difference: number, payer?: string): string {
  if (difference === 0) return 'That costs the same.'
  const more = difference > 0 ? `That costs ${formatMoney(difference)} more.` : 'That costs less.'
  if (payer) return `${more} ${payer} pays for your stay: please write to us, and we will change it.`
  if (difference > 0) return `${more} It joins what is still to be paid, or is due now when nothing is.`
  return 'That costs less. Please write to us, and we will change it.'
}
