import { useState } from 'react'
import { Button } from '../../../shared/ui/button.tsx'
import type { MailShown } from '../desk/contract.ts'

/** A mail to look at: to whom, about what, as mail programs show it, or as text. */
export function MailPaper({ mail: { to, subject, html, text } }: { mail: MailShown }) {
  const [asText, setAsText] = useState(false)
  return (
    <div className="mail">
      <dl className="mail-head">
        <div>
          <dt>To</dt>
          <dd>{to}</dd>
        </div>
        <div>
          <dt>Subject</dt>
          <dd>{subject}</dd>
        </div>
      </dl>
      {asText ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
        <pre className="mail-text" tabIndex={0} aria-label={`${subject}, as text`}>
          {text}
        </pre>
      ) : (
        // Foreign to the page: nothing in it runs, submits or opens.
        <iframe className="mail-frame" title={`The mail: ${subject}`} sandbox="" srcDoc={html} />
      )}
      <Button look="plain" aria-pressed={asText} onClick={() => setAsText(!asText)}>
        As text
      </Button>
    </div>
  )
}
