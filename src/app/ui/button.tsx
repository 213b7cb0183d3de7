/** The site's buttons, and links that look like buttons. */
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon, type IconName } from './icons.tsx'
import { useHydrated } from './tab-store.ts'
import { keepAmounts } from './text.tsx'

/** The look of a button. `main` is for the page's most important action, and `plain` is for all others. */
type ButtonLook = 'main' | 'plain'

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
  /**
   * True while a request is running. The button then shows a ring next to its label, and further presses do
   * nothing.
   */
  busy?: boolean
}

/**
 * Renders a button, such as `<Button look="plain" onClick={again}>Try again</Button>`. The default type is
 * "button". A button with `onClick` stays disabled until React has started, so that no press is lost.
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
  // The label needs an element of its own. If the ring were next to bare text, a translation tool could break
  // React's updates (R48.1).
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
  /**
   * True if the button looks disabled. Tab still reaches the button, and a press shows what is missing in the
   * form.
   */
  closed?: boolean
  /** HTML id of a text that says why the button looks disabled. */
  describedBy?: string
  /**
   * True if the form cannot be sent without React. The submit button is then disabled until React has
   * started.
   */
  needsReact?: boolean
  children: ReactNode
}

/**
 * Renders a submit button. The button uses `aria-disabled` instead of `disabled`, so that a keyboard user can
 * reach it and learn why it is disabled. The form's submit handler decides what a press does.
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

/**
 * Renders a button that looks like a link in a sentence: `<TextButton onClick={close}>Back to the
 * event</TextButton>`
 */
export function TextButton(button: ComponentProps<'button'>) {
  const started = useHydrated()
  return <button type="button" className="text-button" {...button} disabled={button.disabled || !started} />
}

interface LinkButtonProps {
  /** The path of the link from `paths.ts`, or the full URL of another site. */
  to: string
  look?: ButtonLook
  /** True if the browser should save the linked file instead of opening it. */
  download?: boolean
  /**
   * True if the browser should load the linked page as a new document, because that page has its own headers.
   */
  reloadDocument?: boolean
  children: ReactNode
}

/** Renders a link that looks like a button: `<LinkButton to={paths.contact}>Get in Touch</LinkButton>`. */
export function LinkButton({ to, look = 'main', download, reloadDocument, children }: LinkButtonProps) {
  const className = `button button-${look}`
  // A plain `<a>` instead of React Router's own `reloadDocument`, because links of the router would still
  // prefetch from the server.
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
  /** The button's name for screen readers, which is its tooltip too. */
  label: string
  /** The icon of the button. Two icons if a script switches between them by the class `icon-<name>`. */
  icon: IconName | readonly IconName[]
}

/** Renders a 48 px button with an icon: `<IconButton label="Close" icon="close" onClick={close} />`. */
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

/** Renders a button that opens the print dialog. The button is hidden without scripts and in print. */
export function PrintButton() {
  return (
    <Button look="plain" className="needs-script" data-print="">
      Print
    </Button>
  )
}
