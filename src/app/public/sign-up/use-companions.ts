/**
 * The state of the companions in the sign-up form (R39.1). The code of this step loads only when a guest
 * brings a companion.
 */
import { useState } from 'react'
import type { Problem } from '#app/ui/alert.tsx'
import type { OfferedOption } from '#domain/events/domain/offered-options.ts'
import { companionProblems, EMPTY_COMPANION } from './sign-up-draft.ts'
import type { SignUp } from './use-sign-up.ts'

/**
 * Returns the HTML id of a companion's field from the name that the server uses for the field, such as
 * `companions.0.email`.
 */
export const companionFieldId = (path: string) => `sign-up-${path}`

const LABELS: Record<string, string> = { customerName: 'name', email: 'email', options: 'lodging' }

function problemAt([path, message]: [path: string, message: string]): Problem {
  const [, index, field = ''] = path.split('.')
  return {
    id: companionFieldId(path),
    label: `Guest ${Number(index) + 2}, ${LABELS[field] ?? field}`,
    message,
  }
}

export function useCompanions(signUp: SignUp, options: readonly OfferedOption[]) {
  const [found, setFound] = useState<Record<string, string>>({})
  const [brought, setBrought] = useState(false)
  const [shown, setShown] = useState(false)
  if (!shown && signUp.companions.length > 0) setShown(true)
  const missing = companionProblems(signUp.companions, options)
  const errors = { ...found, ...missing }
  return {
    shown,
    /**
     * True if the guest pressed the button to add a companion, so that the new field may take the focus.
     * False if a reload or an offer of several spots added the companion.
     */
    brought,
    bring: () => {
      setBrought(true)
      signUp.setCompanions([EMPTY_COMPANION])
    },
    complete: Object.keys(missing).length === 0,
    /**
     * The errors of all companions by field. The server may report errors that the form's own validation did
     * not find.
     */
    errors,
    found,
    setFound,
    /** The errors of the companions' fields after a failed submit, in page order. */
    problems: Object.entries(errors).map(problemAt),
  }
}

export type Companions = ReturnType<typeof useCompanions>
