import type { Ref } from 'react'
import type { Failed } from '#shared/client.ts'
import { Alert } from './alert.tsx'
import { useSignInHref } from './api.tsx'
import { Button } from './button.tsx'

interface FailureAlertProps {
  /** What failed; null shows nothing. */
  failed: Pick<Failed, 'code' | 'message'> | null
  title?: string
  onRetry?: (() => void) | undefined
  ref?: Ref<HTMLDivElement>
}

/**
 * Why something did not work, and what to do next: in the server's words, but for the two failures that no server's
 * words mend. Without a connection it says so; an expired session is renewed in a tab beside this one, so that nothing is lost.
 */
export function FailureAlert({ failed, title, onRetry, ref }: FailureAlertProps) {
  const signInHref = useSignInHref()
  if (failed === null) return null
  return (
    <Alert tone="bad" {...(title ? { title } : {})} {...(ref ? { ref } : {})}>
      {failed.code === 'unauthenticated' ? (
        <p>
          Your sign-in has ended.{' '}
          <a href={signInHref} target="_blank" rel="noreferrer">
            Sign in in a new tab
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
          , then press the button again. Nothing you typed is lost.
        </p>
      ) : (
        <p>{failed.message}</p>
      )}
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
