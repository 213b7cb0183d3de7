import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import './button.css'

/** `main`: the one thing to do here. `plain`: anything else. */
export type ButtonLook = 'main' | 'plain'

function classes(look: ButtonLook, more: string | undefined): string {
  return ['button', `button-${look}`, more].filter(Boolean).join(' ')
}

interface ButtonProps extends ComponentProps<'button'> {
  look?: ButtonLook
  /** Shows a ring, says so to screen readers and ignores presses; the words stay. */
  busy?: boolean
}

/** `<Button busy={paying}>Pay $450.00 deposit</Button>`; `type="button"` unless told. */
export function Button({ look = 'main', busy = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(look, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <span className="button-ring" aria-hidden="true" />}
      {children}
    </button>
  )
}

interface LinkButtonProps {
  /** A path from `paths.ts`, or a whole address (then a plain link). */
  to: string
  look?: ButtonLook
  className?: string
  download?: boolean | string
  children: ReactNode
}

/** `<LinkButton to={paths.contact}>Get in Touch</LinkButton>`: a link that looks like a button. */
export function LinkButton({ to, look = 'main', className, download, children }: LinkButtonProps) {
  if (download !== undefined || !to.startsWith('/')) {
    return (
      <a href={to} className={classes(look, className)} download={download}>
        {children}
      </a>
    )
  }
  return (
    <Link to={to} className={classes(look, className)}>
      {children}
    </Link>
  )
}
