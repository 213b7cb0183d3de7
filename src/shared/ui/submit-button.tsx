import type { ReactNode } from 'react'

interface SubmitButtonProps {
  /** Shows that work is under way and takes no second press. */
  busy: boolean
  /** Closed for now; it stays in the tab order, and pressing it tells what is missing. */
  closed?: boolean
  /** The id of a text that says why it is closed. */
  describedBy?: string | undefined
  children: ReactNode
}

/**
 * The button that sends a form. Closed is `aria-disabled`, never `disabled`: a keyboard must be able to reach
 * it and hear why, and the form's own submit handler decides what a press does.
 */
export function SubmitButton({ busy, closed = false, describedBy, children }: SubmitButtonProps) {
  return (
    <button
      type="submit"
      className={`button button-main ${closed && !busy ? 'is-closed' : ''}`}
      aria-disabled={busy || closed || undefined}
      aria-busy={busy || undefined}
      aria-describedby={describedBy}
    >
      {busy && <span className="button-ring" aria-hidden="true" />}
      {children}
    </button>
  )
}
