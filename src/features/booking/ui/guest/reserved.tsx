import { useEffect, useRef } from 'react'
import { formatMoney } from '#shared/money.ts'
import { LinkButton, TextButton } from '#ui/button.tsx'
import type { Done } from './draft.ts'

interface ReservedProps {
  done: Done
  /** The guest's private page. */
  privateHref: string
  /** The event as a calendar file. */
  calendarHref: string
  onAnother: (() => void) | null
}

/** What a guest reads after signing up; it is there again after a reload (R1.10). */
export function Reserved({ done, privateHref, calendarHref, onAnother }: ReservedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    // The form was long: without it the page would stay wherever its button was.
    heading.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <section aria-labelledby="reserved-heading">
      <p className="eyebrow">{done.firstName ? `See you soon, ${done.firstName}` : 'See you soon'}</p>
      <h2 id="reserved-heading" ref={heading} tabIndex={-1}>
        {done.paid > 0 ? 'Your payment succeeded.' : 'Your spot is reserved.'} Grab your boots and we'll see
        you soon.
      </h2>
      <p>
        {done.paid > 0 && <>We received {formatMoney(done.paid)}. </>}A confirmation email is on its way
        {done.email ? ` to ${done.email}` : ''}, with the link to your private page.
      </p>
      <p className="button-row">
        {/* As a document of its own: its headers keep its address from caches and other sites. */}
        <LinkButton to={privateHref} reloadDocument>
          Your private page
        </LinkButton>
        <LinkButton to={calendarHref} look="plain" download>
          Add to your calendar
        </LinkButton>
      </p>
      {onAnother && (
        <p className="note">
          Coming with someone? <TextButton onClick={onAnother}>Sign up another guest</TextButton>
        </p>
      )}
    </section>
  )
}
