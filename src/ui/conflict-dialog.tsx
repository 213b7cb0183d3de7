import { useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Stylesheet } from './stylesheet.tsx'
import sheet from './conflict-dialog.css?url'

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
  const option = (side: 'mine' | 'theirs', words: string, { name, [side]: text }: Difference<Name>) => (
    <div className="conflict-option">
      <input
        type="radio"
        id={`conflict-${name}-${side}`}
        name={`conflict-${name}`}
        checked={theirs.has(name) === (side === 'theirs')}
        onChange={() => {
          const others = [...theirs].filter((other) => other !== name)
          setTheirs(new Set(side === 'theirs' ? [...others, name] : others))
        }}
      />
      <label htmlFor={`conflict-${name}-${side}`}>
        <b>{words}</b> <span className="conflict-value">{text || 'empty'}</span>
      </label>
    </div>
  )
  return (
    <div className="conflict">
      <Stylesheet href={sheet} />
      <p>
        {differences.length > 0
          ? 'It was saved while you were typing. Choose what stays; your other changes stay as they are.'
          : 'It was saved while you were typing, but nothing of it stands against your changes.'}
      </p>
      {differences.map((difference) => (
        <fieldset key={difference.name} className="conflict-choice">
          <legend>{difference.label}</legend>
          <p className="note">
            It was: <span className="conflict-value">{difference.original || 'empty'}</span>
          </p>
          {option('mine', 'Keep mine:', difference)}
          {option('theirs', 'Use theirs:', difference)}
        </fieldset>
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
