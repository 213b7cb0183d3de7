/** What two people made of one thing at the same time: what both have changed is chosen field by field, and saved on top of theirs. */
import { useState } from 'react'
import type { Difference } from './conflict-dialog.tsx'
import type { ApiForm } from './use-api-form.ts'
import type { Names } from './use-checked-form.ts'

type Values = Record<string, string | boolean | null>

interface Versions<Of> {
  /** The values that both began with. */
  original: Of
  mine: Of
  /** The values that the other one has saved. */
  theirs: Of
}

interface Words<Of> {
  labels: Record<Names<Of>, string>
  /** A value as people read it; empty for none. */
  shown: (value: string | boolean, name: Names<Of>) => string
}

/** The fields that they changed to something other than mine: about each one has to choose. */
export function differencesOf<Of extends Values>(
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
export const mergedWith = <Of extends Values>(mine: Of, theirs: Of, taken: ReadonlySet<string>): Of => ({
  ...mine,
  ...Object.fromEntries([...taken].map((name) => [name, theirs[name]])),
})

interface ConflictOptions<Of extends Values> extends Words<Of> {
  /** As it is now; null when it cannot be read. */
  read: () => Promise<{ version: number; values: Of } | null>
  /** What only they have changed is taken over without asking; otherwise everything that they changed is shown. */
  together?: boolean
  /** Called with what is sent in the end. */
  onMerged?: (values: Of) => void
}

/**
 * For a form whose change was refused since somebody else was quicker.
 * @returns `compare`, which reads theirs and asks; and what `ConflictDialog` takes
 */
export function useConflict<Of extends Values, Checked>(
  form: ApiForm<Of, Checked>,
  { read, together = false, onMerged, ...words }: ConflictOptions<Of>,
) {
  const [theirs, setTheirs] = useState<{ version: number; values: Of } | null>(null)
  const [unreadable, setUnreadable] = useState(false)
  const mine = () => form.form.getValues()
  const differencesTo = (now: { values: Of }) =>
    differencesOf({ original: form.opened.values, mine: mine(), theirs: now.values }, words)

  const save = async (now: { version: number; values: Of }, taken: ReadonlySet<Names<Of>>) => {
    const merged = mergedWith(mine(), now.values, taken)
    setTheirs(null)
    onMerged?.(merged)
    form.rebase(now, merged)
    await form.submit()
  }
  return {
    /** What they have saved could not be read. */
    unreadable,
    compare: async () => {
      const now = await read()
      setUnreadable(now === null)
      if (now === null) return
      const differences = differencesTo(now)
      if (together && !differences.some(({ both }) => both))
        return save(now, new Set(differences.map(({ name }) => name)))
      form.dismiss()
      setTheirs(now)
    },
    dialog: {
      differences: theirs && differencesTo(theirs),
      onDecided: (taken: ReadonlySet<Names<Of>>) => void (theirs && save(theirs, taken)),
      onBack: () => setTheirs(null),
    },
  }
}
