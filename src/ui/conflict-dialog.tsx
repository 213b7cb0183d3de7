/** Changes that two people made to one thing at the same time: those to the same field are chosen between, and saved on top of theirs. */
import { useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Stylesheet } from './stylesheet.tsx'
import type { ApiForm } from './use-api-form.ts'
import type { Names } from './use-checked-form.ts'
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
  /** Called with the fields of which theirs is to be taken. */
  onDecided: (theirs: ReadonlySet<Name>) => void
  /** Back to what was typed; nothing is saved. */
  onBack: () => void
}

/** The choice between mine and theirs, field by field, when somebody else has changed the same thing: nothing of either is lost unseen. */
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
  /** A value as people read it; empty for none. */
  shown: (value: string | boolean, name: Names<Of>) => string
}

/** The fields that they changed to something other than mine: about each one has to choose. */
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

/** Mine, with theirs in these fields and in those that I did not touch. */
export const mergeVersions = <Of extends Values>(mine: Of, theirs: Of, taken: ReadonlySet<string>): Of => ({
  ...mine,
  ...Object.fromEntries([...taken].map((name) => [name, theirs[name]])),
})

interface ConflictOptions<Of extends Values> extends Words<Of> {
  /** The dialog's. */
  title: string
  /** The label of the button that saves what was chosen. */
  does?: string
  /** As it is now; null when it cannot be read. */
  read: () => Promise<{ version: number; values: Of } | null>
  /** Their change to a field that I left alone is taken over without asking; otherwise everything that they changed is shown. */
  together?: boolean
  /** Called with what is sent in the end. */
  onMerged?: (values: Of) => void
}

/**
 * For a form whose change was refused since somebody else was quicker.
 * @returns `compare`, which reads theirs and asks; and the dialog for the page, beside the form
 */
export function useConflict<Of extends Values, Checked>(
  form: ApiForm<Of, Checked>,
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
      // What is no newer than what the form was opened with is not what stood in the way.
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
