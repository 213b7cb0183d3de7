/** What an event lets a guest choose, as cards: one lodging, and any extras (R37.3). For the sign-up, and for changes later. */
import type { ReactNode } from 'react'
import { isOverpicked, type OfferedOption, priceOfOption } from '#features/events/domain/options.ts'
import './choices.css'

/** The id of the first control, where the error summary leads. */
export const CHOICES_ID = 'choices'

interface ChoicesProps {
  options: readonly OfferedOption[]
  /** The ids of what is chosen. */
  picked: readonly number[]
  onPick: (picked: number[]) => void
  /** They stay as they are. */
  closed?: boolean
  /** A lodging is missing, in words. */
  error?: string | null
}

export function Choices({ options, picked, onPick, closed = false, error = null }: ChoicesProps) {
  const lodgings = options.filter(({ kind }) => kind === 'lodging')
  const extras = options.filter(({ kind }) => kind === 'extra')
  const others = (kind: OfferedOption['kind']) =>
    picked.filter((id) => options.some((option) => option.id === id && option.kind !== kind))
  const toggle = (id: number, on: boolean) =>
    onPick(on ? [...picked, id] : picked.filter((other) => other !== id))
  return (
    <>
      {lodgings.length > 0 && (
        <Group title="Lodging" hint="Please choose one." error={error}>
          {lodgings.map((option, index) => (
            <OptionCard key={option.id} option={option} chosen={picked.includes(option.id)}>
              <input
                type="radio"
                name="lodging"
                id={index === 0 ? CHOICES_ID : `choice-${option.id}`}
                checked={picked.includes(option.id)}
                disabled={closed || isOverpicked(option, picked)}
                aria-labelledby={`choice-${option.id}-name`}
                aria-describedby={`choice-${option.id}-about`}
                onChange={() => onPick([option.id, ...others('lodging')])}
              />
            </OptionCard>
          ))}
        </Group>
      )}
      {extras.length > 0 && (
        <Group title="Extras" hint="If you like." error={null}>
          {extras.map((option) => (
            <OptionCard key={option.id} option={option} chosen={picked.includes(option.id)}>
              <input
                type="checkbox"
                id={`choice-${option.id}`}
                checked={picked.includes(option.id)}
                disabled={closed || isOverpicked(option, picked)}
                aria-labelledby={`choice-${option.id}-name`}
                aria-describedby={`choice-${option.id}-about`}
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
  option,
  chosen,
  children,
}: {
  option: OfferedOption
  chosen: boolean
  children: ReactNode
}) {
  const { id, name, description, soldOut, left } = option
  const gone = soldOut && !chosen
  return (
    <label className={`choice ${chosen ? 'choice-chosen' : ''} ${gone ? 'choice-gone' : ''}`}>
      {children}
      <span className="choice-words">
        <span className="choice-name" id={`choice-${id}-name`}>
          {name} <strong>{priceOfOption(option)}</strong>
        </span>
        <span className="note" id={`choice-${id}-about`}>
          {description} {gone ? 'Sold out.' : left !== null && !chosen && `${left} left.`}
        </span>
      </span>
    </label>
  )
}
