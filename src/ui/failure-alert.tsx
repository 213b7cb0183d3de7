import type { ReactNode, Ref } from 'react'
import type { Failed } from '#shared/client.ts'
import { Alert } from './alert.tsx'
import { useSignInHref } from './api.tsx'
import { Button } from './button.tsx'

/**
 * Why something did not work, and what to do next: in the server's words, but for the failure that no server's words
 * mend. An expired session is renewed in a tab beside this one, so that nothing is lost.
 */
export function FailureWords({ failed: { code, message } }: { failed: Pick<Failed, 'code' | 'message'> }) {
  const signInHref = useSignInHref()
  if (code !== 'unauthenticated') return message
  return (
    <>
      Your sign-in has ended.{' '}
      <a href={signInHref} target="_blank" rel="noreferrer">
        Sign in in a tab beside this one
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      , then press the button again. Nothing you typed is lost.
    </>
  )
}

interface FailureAlertProps {
  /** What failed; null shows nothing. */
  failed: Pick<Failed, 'code' | 'message'> | null
  title?: string | undefined
  onRetry?: (() => void) | undefined
  ref?: Ref<HTMLDivElement>
  /** More, below. */
  children?: ReactNode
}

/** What failed, read out at once, with the way to try again where it is not the button that was pressed. */
export function FailureAlert({ failed, title, onRetry, ref, children }: FailureAlertProps) {
  if (failed === null) return null
  return (
    <Alert tone="bad" title={title} ref={ref}>
      <p>
        <FailureWords failed={failed} />
      </p>
      {children}
      {onRetry && (
        <div className="button-row">
          <Button look="plain" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </Alert>
  )
}
