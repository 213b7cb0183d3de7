import { useEffect, useState } from 'react'
import { isOwnFile } from '#shared/file-link.ts'
import { useStarted } from '#ui/use-started.ts'

/** The hosts that this document's content policy names, because its page came with their frames. Filled in browsers alone. */
const named = new Set<string>()

/**
 * A PDF in a frame. The policy goes with the document, so a frame of another host that comes later (from another page
 * of the site, or once a private event is unlocked) would stay empty: then the page is loaded anew, as a document.
 */
export function PdfFrame({ src, title }: { src: string; title: string }) {
  const started = useStarted()
  const [cameWithPage] = useState(!started)
  const host = isOwnFile(src) ? null : new URL(src).origin
  const allowed = host === null || cameWithPage || named.has(host)
  useEffect(() => {
    if (!allowed) window.location.reload()
    else if (host !== null) named.add(host)
  }, [allowed, host])
  if (!allowed) return null
  // Without `sandbox`: Chromium shows no PDF in a sandboxed frame.
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe className="event-pdf" src={src} title={title} loading="lazy" />
}
