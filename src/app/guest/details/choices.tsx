/**
 * Renders an event's options as cards. A guest chooses one lodging and any number of extras (R37.3). The
 * sign-up form and the private page use these cards.
 */
import type { ReactNode } from 'react'
import { isSoldOutChoice, type OfferedOption, priceOfOption } from '#domain/events/domain/offered-options.ts'
import { keepCheckedState } from '#app/ui/field.tsx'
import type { SignUp } from '#app/public/sign-up/use-sign-up.ts'
import { Text } from '#app/ui/text.tsx'

export const CHOICES_ID = 'choices'

/**
 * Returns the options with the number that one guest of the party can still choose, after the choices of the
 * party's other guests. Guest 0 is the payer.
 */
export function optionsLeftFor(
  options: readonly OfferedOption[],
  { chosenIds, companions, isHeld }: Pick<SignUp, 'chosenIds' | 'companions' | 'isHeld'>,
  guest: number,
): OfferedOption[] {
  // While the party holds spots, the server has already subtracted the party's choices.
  if (isHeld) return [...options]
  const others = [chosenIds, ...companions.map((companion) => companion.options)].filter(
    (_, at) => at !== guest,
  )
  return options.map((option) => {
    if (option.left === null) return option
    const left = Math.max(0, option.left - others.filter((ids) => ids.includes(option.id)).length)
    return { ...option, left, soldOut: option.soldOut || left === 0 }
  })
}

interface ChoicesProps {
  /**
   * The HTML id of the first option's control. If several guests choose on one page, each guest needs a
   * different id.
   */
  id?: string
  options: readonly OfferedOption[]
  picked: readonly number[]
  onPick: (picked: number[]) => void
  closed?: boolean
  /** The error message if the guest must still choose a lodging. Otherwise null or missing. */
  error?: string | null
}

export function Choices(props: ChoicesProps) {
  const { id: first = CHOICES_ID, options, picked, onPick, closed = false, error = null } = props
  const group = (kind: OfferedOption['kind'], title: string, hint: string) => {
    const offered = options.filter((option) => option.kind === kind)
    const isLodging = kind === 'lodging'
    const others = picked.filter((id) => options.some((option) => option.id === id && option.kind !== kind))
    return offered.length === 0 ? null : (
      <fieldset className="choices">
        <legend className="choices-title">
          <Text>{title}</Text> <span className="note">{hint}</span>
        </legend>
        {isLodging && error && <p className="field-error">{error}</p>}
        {offered.map((option, index) => {
          const { id } = option
          const chosen = picked.includes(id)
          return (
            <OptionCard key={id} id={`${first}-${id}`} option={option} chosen={chosen}>
              <input
                type={isLodging ? 'radio' : 'checkbox'}
                name={isLodging ? `${first}-lodging` : undefined}
                ref={keepCheckedState}
                id={isLodging && index === 0 ? first : `${first}-${id}`}
                checked={chosen}
                disabled={closed || isSoldOutChoice(option, picked)}
                aria-labelledby={`${first}-${id}-name`}
                aria-describedby={`${first}-${id}-about`}
                onChange={({ target }) => {
                  if (isLodging) onPick([id, ...others])
                  else onPick(target.checked ? [...picked, id] : picked.filter((other) => other !== id))
                }}
              />
            </OptionCard>
          )
        })}
      </fieldset>
    )
  }
  return (
    <>
      {group('lodging', 'Lodging', 'Please choose one.')}
      {group('extra', 'Extras', '(optional)')}
    </>
  )
}

interface OptionCardProps {
  id: string
  option: OfferedOption
  chosen: boolean
  children: ReactNode
}

function OptionCard({ id, option, chosen, children }: OptionCardProps) {
  const { name, description, soldOut, left } = option
  const gone = soldOut && !chosen
  return (
    <label className={`choice ${chosen ? 'choice-chosen' : ''} ${gone ? 'choice-gone' : ''}`}>
      {children}
      <span className="choice-words">
        <span className="choice-name" id={`${id}-name`}>
          <Text>{name}</Text> <strong translate="no">{priceOfOption(option)}</strong>
        </span>
        <span className="note" id={`${id}-about`}>
          <Text>
            {description} {gone ? 'Sold out.' : left !== null && !chosen && `${left} left.`}
          </Text>
        </span>
      </span>
    </label>
  )
}
