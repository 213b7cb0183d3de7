import { useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Stylesheet } from './stylesheet.tsx'
import sheet from './conflict-dialog.css?url'

export type Side = 'mine' | 'theirs'

/** A field that somebody else has changed to something other than mine. */
export interface Difference<Name extends string = string> {
  name: Name
  label: string
  /** As people read them. */
  original: string
  mine: string
  theirs: string
  /** Both changed it; otherwise only they did. */
  both: boolean
}

interface ConflictDialogProps<Name extends string> {
  /** Null: there is no conflict. */
  differences: readonly Difference<Name>[] | null
  title: string
  /** The label of the button that saves what was chosen on top of theirs. */
  does: string
  busy?: boolean
  /** Called with the fields of which theirs is to be taken. */
  onDecided: (theirs: ReadonlySet<Name>) => void
  /** Back to what was typed; nothing is saved. */
  onBack: () => void
}

/** When somebody else has changed the same thing meanwhile: field by field mine or theirs; nothing of either is lost unseen. */
export function ConflictDialog<Name extends string>(props: ConflictDialogProps<Name>) {
  const { differences, title, busy = false, onBack } = props
  return (
    <Dialog open={differences !== null} onClose={onBack} title={title} backdrop="static" busy={busy}>
      {differences && <Choices {...props} differences={differences} />}
    </Dialog>
  )
}

interface ChoicesProps<Name extends string> extends ConflictDialogProps<Name> {
  differences: readonly Difference<Name>[]
}

function Choices<Name extends string>({ differences, does, busy, onDecided, onBack }: ChoicesProps<Name>) {
  // Where only they changed something, nothing of mine is lost by taking it.
  const [theirs, setTheirs] = useState<ReadonlySet<Name>>(
    () => new Set(differences.filter(({ both }) => !both).map(({ name }) => name)),
  )
  const choose = (name: Name, side: Side) => {
    const next = new Set(theirs)
    if (side === 'theirs') next.add(name)
    else next.delete(name)
    setTheirs(next)
  }
  return (
    <div className="conflict">
      <Stylesheet href={sheet} />
      <p>
        {differences.length > 0
          ? 'It was saved while you were typing. Choose what stays; your other changes stay as they are.'
          : 'It was saved while you were typing, but nothing of it stands against your changes.'}
      </p>
      {differences.map((difference) => (
        <Choice
          key={difference.name}
          difference={difference}
          side={theirs.has(difference.name) ? 'theirs' : 'mine'}
          onChoose={(side) => choose(difference.name, side)}
        />
      ))}
      <div className="button-row">
        <Button look="plain" onClick={busy ? undefined : onBack}>
          Back to the form
        </Button>
        <Button busy={busy ?? false} onClick={() => onDecided(theirs)}>
          {does}
        </Button>
      </div>
    </div>
  )
}

interface ChoiceProps {
  difference: Difference
  side: Side
  onChoose: (side: Side) => void
}

function Choice({ difference: { name, label, original, mine, theirs }, side, onChoose }: ChoiceProps) {
  const option = (value: Side, words: string, text: string) => (
    <div className="conflict-option">
      <input
        type="radio"
        id={`conflict-${name}-${value}`}
        name={`conflict-${name}`}
        checked={side === value}
        onChange={() => onChoose(value)}
      />
      <label htmlFor={`conflict-${name}-${value}`}>
        <b>{words}</b> <span className="conflict-value">{text || 'empty'}</span>
      </label>
    </div>
  )
  return (
    <fieldset className="conflict-choice">
      <legend>{label}</legend>
      <p className="note">
        It was: <span className="conflict-value">{original || 'empty'}</span>
      </p>
      {option('mine', 'Keep mine:', mine)}
      {option('theirs', 'Use theirs:', theirs)}
    </fieldset>
  )
}
