/** Links to a person, who is written to or called, and links to hand on. */
import { type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'
import { useHydrated } from './tab-state.ts'
import { announce } from './toast.tsx'

/** An address that is written to at a press; a narrow column breaks it before its @. */
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

const REFUSED = 'The browser does not allow it. Open the page and copy its address.'

/** Copies the whole address of a path of this site; `describedBy` is the id of what tells it from others. */
export function CopyLink({ path, describedBy }: { path: string; describedBy?: string }) {
  const [last, setLast] = useState<{ path: string; copied: boolean } | null>(null)
  // A link that has taken another one's place was not copied.
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

interface LinkToHandOnProps {
  /** A path of this site. */
  path: string
  /** The thing that it leads to, for whoever it is shared with. */
  title: string
  /** About the link, below it. */
  children: ReactNode
  /** Buttons behind those that share and copy it. */
  buttons?: ReactNode
}

/** A private link that is handed on to somebody else: as it can be read out, and to share and to copy. */
export function LinkToHandOn({ path, title, children, buttons }: LinkToHandOnProps) {
  const started = useHydrated()
  const about = useId()
  const url = started ? new URL(path, location.href).href : path
  const shares = started && typeof navigator.share === 'function'
  // Closing the sheet without sharing is no failure.
  const share = () => navigator.share({ title, url }).catch(() => undefined)
  return (
    <>
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
