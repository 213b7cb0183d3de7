/** The buttons of the whole site, and the links that look like them. */
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from './icons.tsx'
import { useHydrated } from './tab-state.ts'
import './button.css'
import { keepAmounts } from './text.tsx'

/** `main`: the one thing to do here. `plain`: anything else. */
type ButtonLook = 'main' | 'plain'

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
  /** Work is under way: a ring turns, the words stay, and a second press does nothing. */
  busy?: boolean
}

/**
 * `<Button look="plain" onClick={again}>Try again</Button>`; `type="button"` unless told. One that needs React
 * opens once React is there, so that no press is lost.
 */
export function Button({
  look = 'main',
  busy = false,
  className = '',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const started = useHydrated()
  // The ring stands before an element, never before bare text (R48.1).
  const words = (
    <span key="words" className="button-words">
      {keepAmounts(children)}
    </span>
  )
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || (onClick !== undefined && !started)}
      className={`button button-${look} ${className}`}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? (
        <>
          <span key="ring" className="button-ring" aria-hidden="true" />
          {words}
        </>
      ) : typeof children === 'string' ? (
        keepAmounts(children)
      ) : (
        words
      )}
    </button>
  )
}

interface SubmitButtonProps {
  busy: boolean
  /** Closed for now; it stays in the tab order, and pressing it tells what is missing. */
  closed?: boolean
  /** The id of a text that says why it is closed. */
  describedBy?: string
  /** Nothing but React can send the form: the button opens once React is there. */
  needsReact?: boolean
  children: ReactNode
}

/**
 * The button that sends a form. Closed is `aria-disabled`, never `disabled`: a keyboard must be able to reach
 * it and hear why, and the form's own submit handler decides what a press does.
 */
export function SubmitButton({ busy, closed, describedBy, needsReact, children }: SubmitButtonProps) {
  const started = useHydrated()
  return (
    <Button
      type="submit"
      busy={busy}
      disabled={needsReact && !started}
      aria-disabled={closed || undefined}
      aria-describedby={describedBy}
    >
      {children}
    </Button>
  )
}

/** A button within a sentence, in the look of a link: `<TextButton onClick={close}>Back to the event</TextButton>` */
export function TextButton(button: ComponentProps<'button'>) {
  const started = useHydrated()
  return <button type="button" className="text-button" {...button} disabled={button.disabled || !started} />
}

interface LinkButtonProps {
  /** A path from `paths.ts`, or a whole address (then a plain link). */
  to: string
  look?: ButtonLook
  /** The browser saves what is there. */
  download?: boolean
  /** Loads a page of this site as a document of its own, with its own headers. */
  reloadDocument?: boolean
  children: ReactNode
}

/** `<LinkButton to={paths.contact}>Get in Touch</LinkButton>`: a link that looks like a button. */
export function LinkButton({ to, look = 'main', download, reloadDocument, children }: LinkButtonProps) {
  const className = `button button-${look}`
  // Not React Router's own `reloadDocument`: its links still ask the server about their address beforehand.
  if (download || reloadDocument || !to.startsWith('/')) {
    return (
      <a href={to} className={className} download={download}>
        {keepAmounts(children)}
      </a>
    )
  }
  return (
    <Link to={to} className={className}>
      {keepAmounts(children)}
    </Link>
  )
}

interface IconButtonProps extends ComponentProps<'button'> {
  /** The button's name, for screen readers and as a tooltip. */
  label: string
  /** The icon; two where a script shows one of them at a time, by its class `icon-<name>`. */
  icon: IconName | readonly IconName[]
}

/** `<IconButton label="Close" icon="close" onClick={close} />`: 48 px, a sign instead of words. */
export function IconButton({ label, icon, className = '', ...rest }: IconButtonProps) {
  const started = useHydrated()
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || (rest.onClick !== undefined && !started)}
      className={`icon-button ${className}`}
      aria-label={label}
    >
      {[icon].flat().map((name) => (
        <Icon key={name} name={name} />
      ))}
    </button>
  )
}

/** Opens the browser's own printing; absent without scripts, and from the print. */
export function PrintButton() {
  return (
    <Button look="plain" className="needs-script" data-print="">
      Print
    </Button>
  )
}
