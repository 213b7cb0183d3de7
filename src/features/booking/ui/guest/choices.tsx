/** What an event lets a guest choose, as cards: one lodging, and any extras (R37.3). For the sign-up, and for changes later. */
import type { ReactNode } from 'react'
import { isOverpicked, type OfferedOption, priceOfOption } from '#features/events/domain/options.ts'
import type { SignUp } from './use-sign-up.ts'
import './choices.css'

/** The id of the first control, where the error summary leads. */
export const CHOICES_ID = 'choices'

/** What one guest of a party finds left beside what the others choose: who pays is the first of them. */
export function leftBeside(
  options: readonly OfferedOption[],
  { picked, companions, isHeld }: Pick<SignUp, 'picked' | 'companions' | 'isHeld'>,
  guest: number,
): OfferedOption[] {
  // What is held for them is counted as taken already.
  if (isHeld) return [...options]
  const others = [picked, ...companions.map((companion) => companion.options)].filter((_, at) => at !== guest)
  return options.map((option) => {
    if (option.left === null) return option
    const left = Math.max(0, option.left - others.filter((ids) => ids.includes(option.id)).length)
    return { ...option, left, soldOut: option.soldOut || left === 0 }
  })
}

interface ChoicesProps {
  /** Of the first control; where several guests choose, each has another. */
  id?: string
  options: readonly OfferedOption[]
  /** The ids of what is chosen. */
  picked: readonly number[]
  onPick: (picked: number[]) => void
  /** They stay as they are. */
  closed?: boolean
  /** A lodging is missing, in words. */
  error?: string | null
}

export function Choices(props: ChoicesProps) {
  const { id: first = CHOICES_ID, options, picked, onPick, closed = false, error = null } = props
  const lodgings = options.filter(({ kind }) => kind === 'lodging')
  const extras = options.filter(({ kind }) => kind === 'extra')
  const idOf = (option: OfferedOption) => `${first}-${option.id}`
  const others = (kind: OfferedOption['kind']) =>
    picked.filter((id) => options.some((option) => option.id === id && option.kind !== kind))
  const toggle = (id: number, on: boolean) =>
    onPick(on ? [...picked, id] : picked.filter((other) => other !== id))
  return (
    <>
      {lodgings.length > 0 && (
        <Group title="Lodging" hint="Please choose one." error={error}>
          {lodgings.map((option, index) => (
            <OptionCard key={option.id} id={idOf(option)} option={option} chosen={picked.includes(option.id)}>
              <input
                type="radio"
                name={`${first}-lodging`}
                id={index === 0 ? first : idOf(option)}
                checked={picked.includes(option.id)}
                disabled={closed || isOverpicked(option, picked)}
                aria-labelledby={`${idOf(option)}-name`}
                aria-describedby={`${idOf(option)}-about`}
                onChange={() => onPick([option.id, ...others('lodging')])}
              />
            </OptionCard>
          ))}
        </Group>
      )}
      {extras.length > 0 && (
        <Group title="Extras" hint="If you like." error={null}>
          {extras.map((option) => (
            <OptionCard key={option.id} id={idOf(option)} option={option} chosen={picked.includes(option.id)}>
              <input
                type="checkbox"
                id={idOf(option)}
                checked={picked.includes(option.id)}
                disabled={closed || isOverpicked(option, picked)}
                aria-labelledby={`${idOf(option)}-name`}
                aria-describedby={`${idOf(option)}-about`}
                onChange={(event) => toggle(option.id, event.target.checked)}
              />
            </OptionCard>
          ))}
        </Group>
      )}
    </>
  )
}

interface GroupProps {
  title: string
  hint: string
  error: string | null
  children: ReactNode
}

function Group({ title, hint, error, children }: GroupProps) {
  return (
    <fieldset className="choices">
      <legend className="choices-title">
        {title} <span className="note">{hint}</span>
      </legend>
      {error && <p className="field-error">{error}</p>}
      {children}
    </fieldset>
  )
}

function OptionCard({
  id,
  option,
  chosen,
  children,
}: {
  id: string
  option: OfferedOption
  chosen: boolean
  children: ReactNode
}) {
  const { name, description, soldOut, left } = option
  const gone = soldOut && !chosen
  return (
    <label className={`choice ${chosen ? 'choice-chosen' : ''} ${gone ? 'choice-gone' : ''}`}>
      {children}
      <span className="choice-words">
        <span className="choice-name" id={`${id}-name`}>
          {name} <strong>{priceOfOption(option)}</strong>
        </span>
        <span className="note" id={`${id}-about`}>
          {description} {gone ? 'Sold out.' : left !== null && !chosen && `${left} left.`}
        </span>
      </span>
    </label>
  )
}
