/** Boxes with messages, failures, or all errors of a form. */
import type { ReactNode, Ref } from 'react'
import type { Failed } from '#shared/client.ts'
import { REQUIRED } from '#shared/failures.ts'
import { useSignInHref } from './api.tsx'
import { Button } from './button.tsx'
import { keepAmounts, Text } from './text.tsx'

interface AlertProps {
  /**
   * The meaning of the message. `bad`: something failed. `warn`: the user should check something first.
   * `good`: something succeeded.
   */
  tone: 'bad' | 'warn' | 'good'
  title?: string | undefined
  text?: ReactNode
  id?: string
  /** Ref with which the page can focus the message. */
  ref?: Ref<HTMLDivElement> | undefined
  children?: ReactNode
}

/** Renders a message that screen readers announce immediately. */
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
 * Renders the server's message: why a request failed, and what to do. If the session has expired, adds a link
 * that opens the sign-in in a new tab. So no typed text is lost.
 */
export function FailureText({ failed: { code, message } }: { failed: Pick<Failed, 'code' | 'message'> }) {
  const signInHref = useSignInHref()
  if (code !== 'unauthenticated') return <Text>{message}</Text>
  return (
    <>
      <Text>Your sign-in has ended.</Text>{' '}
      <a href={signInHref} target="_blank" rel="noreferrer">
        Sign in in another tab
        <span className="visually-hidden"> (opens in a new tab)</span>
      </a>
      <Text>, then press the button again. Nothing you typed is lost.</Text>
    </>
  )
}

interface FailureAlertProps {
  /** The failure to show. If null, the component renders nothing. */
  failed: Pick<Failed, 'code' | 'message'> | null
  title?: string | undefined
  onRetry?: (() => void) | undefined
  ref?: Ref<HTMLDivElement>
  children?: ReactNode
}

/**
 * Renders a failure, which screen readers announce immediately. `onRetry` adds a retry button, for pages that
 * have no other button to press again.
 */
export function FailureAlert({ failed, title, onRetry, ref, children }: FailureAlertProps) {
  if (failed === null) return null
  return (
    <Alert tone="bad" title={title} ref={ref}>
      <p>
        <FailureText failed={failed} />
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
  id: string
  label: string
  message: string
  /** What the user should enter, if the message alone does not say it. */
  remedy?: string | undefined
}

/**
 * Renders all problems of a form, each as a link to its field. The list takes the focus after a failed
 * submit.
 */
export function ErrorSummary({ problems, ...alert }: { problems: Problem[]; id?: string }) {
  const missing = problems.some(({ message }) => message === REQUIRED)
  const title = missing ? 'Please fill in all required information' : 'Please check these'
  return (
    <Alert tone="bad" title={title} {...alert}>
      <ul>
        {problems.map(({ id, label, message, remedy }) => (
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
                {remedy && `. ${remedy}`}
              </Text>
            </a>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** Focuses a field, and scrolls so that the fixed header does not cover the field. */
export function visit(id: string) {
  const field = document.getElementById(id)
  field?.scrollIntoView({ block: 'center' })
  const frame = field?.querySelector('iframe')
  ;(frame ?? field)?.focus({ preventScroll: true })
}
