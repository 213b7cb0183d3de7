/** The boxes that tell of something: any news, what failed, and what is wrong with a form. */
import type { ReactNode, Ref } from 'react'
import type { Failed } from '#shared/client.ts'
import { REQUIRED } from '#shared/failures.ts'
import { useSignInHref } from './api.tsx'
import { Button } from './button.tsx'
import { keepAmounts, Text } from './text.tsx'
import './alert.css'

interface AlertProps {
  /** `bad`: it did not work. `warn`: look before going on. `good`: done. */
  tone: 'bad' | 'warn' | 'good'
  title?: string | undefined
  /** What is said below the title. */
  text?: ReactNode
  id?: string
  /** Takes the focus when something happened that the next step depends on. */
  ref?: Ref<HTMLDivElement> | undefined
  children?: ReactNode
}

/** News of what happened, and what to do next; screen readers read it at once. */
export function Alert({ tone, title, text, id, ref, children }: AlertProps) {
  return (
    <div
      className={`alert alert-${tone}`}
      role={tone === 'good' ? 'status' : 'alert'}
      tabIndex={-1}
      id={id}
      ref={ref}
    >
      {title && (
        <p className="alert-title">
          <Text>{title}</Text>
        </p>
      )}
      {text && <p>{keepAmounts(text)}</p>}
      {children}
    </div>
  )
}

/**
 * The reason why something did not work, and what to do next: in the server's words, but for the failure that no server's words
 * mend. An expired session is renewed in a tab beside this one, so that nothing is lost.
 */
export function FailureWords({ failed: { code, message } }: { failed: Pick<Failed, 'code' | 'message'> }) {
  const signInHref = useSignInHref()
  if (code !== 'unauthenticated') return <Text>{message}</Text>
  return (
    <>
      <Text>Your sign-in has ended.</Text>{' '}
      <a href={signInHref} target="_blank" rel="noreferrer">
        Sign in in a tab beside this one
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      <Text>, then press the button again. Nothing you typed is lost.</Text>
    </>
  )
}

interface FailureAlertProps {
  /** The failure; null shows nothing. */
  failed: Pick<Failed, 'code' | 'message'> | null
  title?: string | undefined
  onRetry?: (() => void) | undefined
  ref?: Ref<HTMLDivElement>
  children?: ReactNode
}

/** A failure, read out at once, with the way to try again where it is not the button that was pressed. */
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

export interface Problem {
  /** The id of the control. */
  id: string
  label: string
  message: string
}

/** All that is wrong with a form in one place, each a link to its field; takes the focus when a submit was refused. */
export function ErrorSummary({ problems, ...alert }: { problems: Problem[]; id?: string }) {
  const missing = problems.some(({ message }) => message === REQUIRED)
  const title = missing ? 'Please fill in all required information' : 'Please check these'
  return (
    <Alert tone="bad" title={title} {...alert}>
      <ul>
        {problems.map(({ id, label, message }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault()
                visit(id)
              }}
            >
              <Text>
                {label}: {message}
              </Text>
            </a>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** Brings the field into view, clear of the fixed header, and puts the cursor in it. */
export function visit(id: string) {
  const field = document.getElementById(id)
  field?.scrollIntoView({ block: 'center' })
  const frame = field?.querySelector('iframe')
  ;(frame ?? field)?.focus({ preventScroll: true })
}
