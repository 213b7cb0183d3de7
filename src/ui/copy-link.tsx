import { useState } from 'react'
import { Button } from './button.tsx'
import { useAnnounce } from './toast.tsx'

interface CopyLinkProps {
  /** A path of this site; what is copied is the whole address. */
  path: string
  /** The id of what tells it from others. */
  describedBy?: string
}

const REFUSED = 'The browser does not allow it. Open the page and copy its address.'

/** Copies a private link. */
export function CopyLink({ path, describedBy }: CopyLinkProps) {
  const announce = useAnnounce()
  const [copied, setCopied] = useState<'yes' | 'refused' | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(path, location.href).href)
      setCopied('yes')
      announce('Copied the link')
    } catch {
      setCopied('refused')
      announce(REFUSED)
    }
  }
  return (
    <>
      <Button look="plain" aria-describedby={describedBy} onClick={() => void copy()}>
        {copied === 'yes' ? 'Copied' : 'Copy the link'}
      </Button>
      {copied === 'refused' && <p className="note">{REFUSED}</p>}
    </>
  )
}
