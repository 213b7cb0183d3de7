/** The form's state for companions (R39.1). Their step loads only when a guest brings somebody. */
import { useState } from 'react'
import type { Problem } from '#app/ui/alert.tsx'
import type { OfferedOption } from '#domain/events/domain/offered-options.ts'
import { companionProblems, EMPTY_COMPANION } from './sign-up-draft.ts'
import type { SignUp } from './use-sign-up.ts'

/** Returns a field's id from the server's field name, such as `companions.0.email`. */
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
    /** True if the step is open, because there is a companion, or a removed companion who can be restored. */
    shown,
    /** True if the guest has added a companion by a press, and not a reload or an offer of several spots. */
    brought,
    bring: () => {
      setBrought(true)
      signUp.setCompanions([EMPTY_COMPANION])
    },
    complete: Object.keys(missing).length === 0,
    /** Errors by field. The form shows the server's errors even if its own validation found none. */
    errors,
    found,
    setFound,
    /** The companions' problems that a failed submit found, in page order. */
    problems: Object.entries(errors).map(problemAt),
  }
}

export type Companions = ReturnType<typeof useCompanions>
