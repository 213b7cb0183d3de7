/** The section with the guest's lodging and extras. The guest can change them for a limited time (R37.7). */
import { useState } from 'react'
import { changeOptions } from '#domain/booking/contract/guest.ts'
import { Choices } from '#app/guest/details/choices.tsx'
import { paidBy } from '#domain/booking/domain/party-view.ts'
import { priceOfOption, priceOfChoices } from '#domain/events/domain/offered-options.ts'
import { formatDay } from '#shared/format-days.ts'
import { formatMoney } from '#shared/money.ts'
import { useCall } from '#app/ui/api.tsx'
import { ConfirmButton } from '#app/ui/dialog-buttons.tsx'
import { Lines } from '#app/ui/facts.tsx'
import { Section } from '#app/ui/panel.tsx'
import { announce } from '#app/ui/toast.tsx'
import type { GuestPart } from './guest-part.ts'
import { Text } from '#app/ui/text.tsx'

/**
 * Renders the options that the guest has chosen. Renders nothing if the event offers no options and the guest
 * has chosen none.
 */
export function ChoicesPart({ reservation, onChanged }: GuestPart) {
  const { uuid, options: chosen, offered, changeUntil, party } = reservation
  const payer = paidBy(party)
  const call = useCall()
  const before = chosen.map(({ id }) => id)
  const [changed, setPicked] = useState<number[] | null>(null)
  const picked = changed ?? before
  const difference = priceOfChoices(offered, picked) - priceOfChoices(offered, before)
  if (chosen.length === 0 && offered.length === 0) return null
  const send = async () => {
    const answer = await call(changeOptions, { body: { uuid, options: picked, difference } })
    onChanged()
    return answer
  }
  return (
    <Section id="choices-heading" title="Your choices" focusable>
      {chosen.length === 0 && <p>No extras yet.</p>}
      <Lines of={chosen.map((option) => `${option.name}, ${priceOfOption(option)}`)} />
      {offered.length > 0 ? (
        <>
          <p className="note">
            <Text>
              You can {payer ? 'switch to choices of the same price' : 'add or upgrade'} until{' '}
              {formatDay(changeUntil)}.
            </Text>
          </p>
          <ConfirmButton
            label="Change your choices"
            title="Your choices"
            does={difference > 0 && !payer ? `Change for ${formatMoney(difference)} more` : 'Change'}
            keeps="Keep my choices"
            onOpen={() => setPicked(null)}
            onConfirm={send}
            onDone={() => announce('Your choices are saved.')}
          >
            <Choices options={offered} picked={picked} onPick={setPicked} />
            <output className="choices-sum">
              <Text>{describeDifference(difference, payer?.customerName)}</Text>
            </output>
          </ConfirmButton>
        </>
      ) : (
        <p className="note">We’ve already planned the rooms. Need something else? Please write to us.</p>
      )}
    </Section>
  )
}

/**
 * Describes how much more or less the new lodging and extras cost. `payer` is the name of the paying guest,
 * if another guest pays.
 */
function describeDifference(difference: number, payer?: string): string {
  if (difference === 0) return 'That costs the same.'
  const more = difference > 0 ? `That costs ${formatMoney(difference)} more.` : 'That costs less.'
  if (payer) return `${more} ${payer} pays for your stay, so please write to us, and we’ll change it.`
  if (difference > 0)
    return `${more} We add it to what you still have to pay. If you’ve paid everything, it’s due now.`
  return 'That costs less. Please write to us, and we’ll change it.'
}
