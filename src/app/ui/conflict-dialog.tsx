/**
 * Merges the changes that two people made to one record: the user of this page ("mine") and another person
 * ("theirs"). If two people changed a field, the user chooses a value. The form then saves the result on top
 * of the other person's version.
 */
import { useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Stylesheet } from './stylesheet.tsx'
import type { Names } from './checked-form.ts'
import type { FormState } from './form.tsx'
import sheet from './conflict-dialog.css?url'

/** A field that the other person has changed, to a value other than the user's. */
export interface Difference<Name extends string = string> {
  name: Name
  label: string
  /**
   * The field's value as text: as it was when the form opened (`original`), as the user has it now (`mine`),
   * and as the other person saved it (`theirs`).
   */
  original: string
  mine: string
  theirs: string
  /** True if the user changed the field too. False if only the other person did. */
  both: boolean
}

interface ConflictDialogProps<Name extends string> {
  /** The fields in which the other person's version differs from the user's. Null if there is no conflict. */
  differences: readonly Difference<Name>[] | null
  title: string
  /** Label of the button that saves the merged record. */
  does: string
  /** Called with the names of the fields for which the user chose the other person's value. */
  onDecided: (theirs: ReadonlySet<Name>) => void
  onBack: () => void
}

/**
 * Renders for each field of `differences` a choice between the user's value and the other person's. So no
 * change is lost unnoticed.
 */
export function ConflictDialog<Name extends string>(props: ConflictDialogProps<Name>) {
  const { differences, title, onBack } = props
  return (
    <Dialog open={differences !== null} onClose={onBack} title={title} backdrop="static">
      {differences && <Choices {...props} differences={differences} />}
    </Dialog>
  )
}

interface ChoicesProps<Name extends string> extends ConflictDialogProps<Name> {
  differences: readonly Difference<Name>[]
}

function Choices<Name extends string>({ differences, does, onDecided, onBack }: ChoicesProps<Name>) {
  // Preselects the other person's value in fields that the user did not change, because this loses nothing
  // that the user typed.
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
          ? 'It was saved while you were typing. Choose what to keep. Your other changes are kept.'
          : 'It was saved while you were typing, but nothing in it conflicts with your changes.'}
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
        <Button look="plain" onClick={onBack}>
          Back to the form
        </Button>
        <Button onClick={() => onDecided(theirs)}>{does}</Button>
      </div>
    </div>
  )
}

type Values = Record<string, string | boolean | null>

interface Versions<Of> {
  original: Of
  mine: Of
  theirs: Of
}

interface Words<Of> {
  labels: Record<Names<Of>, string>
  shown: (value: string | boolean, name: Names<Of>) => string
}

/**
 * Returns the fields that the other person has changed to a value other than the user's. The user must choose
 * a value for each.
 */
export function findDifferences<Of extends Values>(
  { original, mine, theirs }: Versions<Of>,
  { labels, shown }: Words<Of>,
): Difference<Names<Of>>[] {
  const words = (of: Of, name: Names<Of>) => shown(of[name] ?? '', name)
  return (Object.keys(labels) as Names<Of>[])
    .filter((name) => theirs[name] !== original[name] && theirs[name] !== mine[name])
    .map((name) => ({
      name,
      label: labels[name],
      original: words(original, name),
      mine: words(mine, name),
      theirs: words(theirs, name),
      both: mine[name] !== original[name],
    }))
}

/** Returns the user's values, with the other person's values for the fields in `taken`. */
export const mergeVersions = <Of extends Values>(mine: Of, theirs: Of, taken: ReadonlySet<string>): Of => ({
  ...mine,
  ...Object.fromEntries([...taken].map((name) => [name, theirs[name]])),
})

interface ConflictOptions<Of extends Values> extends Words<Of> {
  title: string
  /** Label of the button that saves the merged record. */
  does?: string
  /** Loads the newest version of the record. Returns null if loading fails. */
  read: () => Promise<{ version: number; values: Of } | null>
  /**
   * True if the form should save without a question when the two people changed different fields. False if
   * the dialog should show all of the other person's changes.
   */
  together?: boolean
  /** Called with the merged values. After that the form sends them. */
  onMerged?: (values: Of) => void
}

/**
 * Handles the conflict if another person has saved the record since the form opened.
 * @returns `compare`, which loads the other person's version and opens the dialog, and the dialog to render
 * next to the form
 */
export function useConflict<Of extends Values, Checked>(
  form: FormState<Of, Checked>,
  { title, does = 'Save', read, together = false, onMerged, ...words }: ConflictOptions<Of>,
) {
  const [theirs, setTheirs] = useState<{ version: number; values: Of } | null>(null)
  const [unreadable, setUnreadable] = useState(false)
  const mine = () => form.form.getValues()
  const differencesTo = (now: { values: Of }) =>
    findDifferences({ original: form.opened.values, mine: mine(), theirs: now.values }, words)

  const save = async (now: { version: number; values: Of }, taken: ReadonlySet<Names<Of>>) => {
    const merged = mergeVersions(mine(), now.values, taken)
    setTheirs(null)
    onMerged?.(merged)
    form.rebase(now, merged)
    await form.submit()
  }
  return {
    unreadable,
    compare: async () => {
      const now = await read()
      // If the version has not changed since the form opened, the server refused the form for another reason.
      const isTheirs = now !== null && now.version !== form.opened.version
      setUnreadable(!isTheirs)
      if (!isTheirs) return
      const differences = differencesTo(now)
      if (together && !differences.some(({ both }) => both))
        return save(now, new Set(differences.map(({ name }) => name)))
      form.dismiss()
      setTheirs(now)
    },
    dialog: (
      <ConflictDialog
        title={title}
        does={does}
        differences={theirs && differencesTo(theirs)}
        onDecided={(taken) => void (theirs && save(theirs, taken))}
        onBack={() => setTheirs(null)}
      />
    ),
  }
}
