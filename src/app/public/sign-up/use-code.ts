/**
 * The state of the discount code in the sign-up form (R41). The component for the field loads only when a
 * guest opens the field.
 */
import { useState } from 'react'
import type { Problem } from '#app/ui/alert.tsx'
import type { FormProblem } from './sign-up-machine.ts'
import type { SignUp } from './use-sign-up.ts'

export const CODE_ID = 'sign-up-code'
export const PAYS_ID = 'sign-up-pays'

/**
 * Returns the discount code that the guest has typed, and its errors. `problem` is the result of the last
 * attempt to sign up.
 */
export function useCode(signUp: SignUp, problem: FormProblem | null) {
  const [shown, setShown] = useState(false)
  const [pressed, setPressed] = useState(false)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [paysError, setPaysError] = useState<string | null>(null)
  const [seen, setSeen] = useState<FormProblem | null>(null)
  if (problem !== seen) {
    setSeen(problem)
    if (problem?.kind === 'code_refused') {
      setTyped(problem.code)
      setError(problem.message)
    }
  }
  const applied = signUp.code !== null
  if (!shown && (pressed || applied || typed !== '')) setShown(true)
  const unapplied =
    !applied && typed.trim() !== '' ? (error ?? 'Please apply the code, or clear the field') : null
  const problems: Problem[] = [
    ...(unapplied === null ? [] : [{ id: CODE_ID, label: 'Code', message: unapplied }]),
    ...(applied && paysError !== null ? [{ id: PAYS_ID, label: 'Your price', message: paysError }] : []),
  ]
  return {
    /**
     * True if the field for the discount code is open. The guest opened it, or the draft has a code. The
     * field stays open until the guest leaves the form.
     */
    shown,
    /**
     * True if the guest opened the field for the discount code by a press. The field may then take the focus.
     * False if a draft opened the field.
     */
    pressed,
    open: () => setPressed(true),
    typed,
    type: (text: string) => {
      setTyped(text)
      setError(null)
    },
    error,
    setError,
    paysError,
    setPaysError,
    problems,
  }
}

export type Code = ReturnType<typeof useCode>
