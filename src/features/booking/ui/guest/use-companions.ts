/** Those who come along (R39.1), as the form of whoever comes alone knows of them: their step is loaded when somebody does. */
import { useState } from 'react'
import type { Problem } from '#ui/alert.tsx'
import type { OfferedOption } from '#features/events/domain/offered-options.ts'
import { companionProblems, EMPTY_COMPANION } from './sign-up-draft.ts'
import type { SignUp } from './use-sign-up.ts'

/** The id of a companion's field, by the name that the server gives it: `companions.0.email`. */
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
    /** Somebody comes along, or did until they were taken off the list: that can be undone. */
    shown,
    /** Somebody was added in this form, not before a reload or by an offer of several spots. */
    brought,
    bring: () => {
      setBrought(true)
      signUp.setCompanions([EMPTY_COMPANION])
    },
    complete: Object.keys(missing).length === 0,
    /** The errors by field; those that the server found stand there before a submit is refused here. */
    errors,
    found,
    setFound,
    /** The problems that a refused submit found, in the order of the page. */
    problems: Object.entries(errors).map(problemAt),
  }
}

export type Companions = ReturnType<typeof useCompanions>
