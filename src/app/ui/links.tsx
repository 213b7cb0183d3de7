/** Links that e-mail a person, and private links that a user can copy or share. */
import { type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'
import { useHydrated } from './tab-store.ts'
import { announce } from './toast.tsx'
import { Stylesheet } from './stylesheet.tsx'
import sheet from './links.css?url'

/** Renders a mailto link. In a narrow column, the address can wrap before its @. */
export function EmailLink({ email, className }: { email: string; className?: string }) {
  const at = email.lastIndexOf('@')
  return (
    <a
      className={className}
      href={`mailto:${encodeURIComponent(email.slice(0, at))}${email.slice(at)}`}
      translate="no"
    >
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </a>
  )
}

const REFUSED = 'Your browser doesn’t allow it. Open the page and copy its address.'

/**
 * Renders a button that copies the full URL of a path. `describedBy` is the HTML id of a text that tells
 * several such buttons apart.
 */
export function CopyLink({ path, describedBy }: { path: string; describedBy?: string }) {
  const [last, setLast] = useState<{ path: string; copied: boolean } | null>(null)
  // When the link changes, the button no longer says "Copied".
  const copied = last?.path === path ? last.copied : null
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, location.href).href)
      setLast({ path, copied: true })
      announce('Copied the link')
    } catch {
      setLast({ path, copied: false })
      announce(REFUSED)
    }
  }
  return (
    <>
      <Button look="plain" aria-describedby={describedBy} onClick={() => void copy()}>
        {copied ? 'Copied' : 'Copy the link'}
      </Button>
      {copied === false && <p className="note">{REFUSED}</p>}
    </>
  )
}

interface ShareableLinkProps {
  /** The private link, as a path on this site. */
  path: string
  /** The title that the recipient of the shared link sees. */
  title: string
  children: ReactNode
  buttons?: ReactNode
}

/**
 * Renders a private link that a guest gives to another person. It shows the link as text, with buttons that
 * share or copy it.
 */
export function ShareableLink({ path, title, children, buttons }: ShareableLinkProps) {
  const started = useHydrated()
  const about = useId()
  const url = started ? new URL(path, location.href).href : path
  const shares = started && typeof navigator.share === 'function'
  // `navigator.share` rejects if the user closes the share dialog. That is no error.
  const share = () => navigator.share({ title, url }).catch(() => undefined)
  return (
    <>
      <Stylesheet href={sheet} />
      <p className="link-to-hand-on">
        <code translate="no">{url}</code>
      </p>
      <p id={about}>{children}</p>
      <p className="button-row">
        {shares && (
          <Button look="plain" aria-describedby={about} onClick={() => void share()}>
            Share it
          </Button>
        )}
        <CopyLink path={path} describedBy={about} />
        {buttons}
      </p>
    </>
  )
}
