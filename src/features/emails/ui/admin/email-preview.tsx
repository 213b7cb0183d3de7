import { useState } from 'react'
import { TextButton } from '#ui/button.tsx'
import type { ShownEmail } from '#features/emails/contract.ts'

interface EmailPreviewProps {
  mail: ShownEmail
  /** The address of the mail as a document, whose own policy lets its styles in. */
  address: string
}

/** A mail to look at: to whom, about what, as mail programs show it, or as text. */
export function EmailPreview({ mail: { to, subject, text }, address }: EmailPreviewProps) {
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
      <TextButton onClick={() => setAsText(!asText)}>
        {asText ? 'Show it as it looks' : 'Show it as text'}
      </TextButton>
      {asText ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so keys must reach it
        <pre className="mail-text" tabIndex={0} aria-label={`${subject}, as text`}>
          {text}
        </pre>
      ) : (
        // The frame is sandboxed: nothing in it runs, submits or opens.
        <iframe className="mail-frame" title={`The mail: ${subject}`} sandbox="" src={address} />
      )}
    </div>
  )
}
