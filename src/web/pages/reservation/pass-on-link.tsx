import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import './pass-on.css'

interface PassOnLinkProps {
  path: string
  eventName: string
  /** A payment for the spot is under way at this moment. */
  booking: boolean
  /** The buttons beside "Share". */
  children: ReactNode
}

/** The link as it can be read out, how far it has come, and the ways to hand it on. */
export function PassOnLink({ path, eventName, booking, children }: PassOnLinkProps) {
  // The browser alone renders this, once it has asked for the link's state, so there is a `location`.
  const { origin } = location
  const shares = typeof navigator.share === 'function'
  const share = () =>
    // Closing the sheet without sharing is no failure.
    navigator.share({ title: eventName, url: `${origin}${path}` }).catch(() => undefined)
  return (
    <>
      <p className="pass-on-link">
        <code>{`${origin}${path}`}</code>
      </p>
      <p>
        {booking ? (
          <strong>Somebody is booking it at this moment.</strong>
        ) : (
          'Nobody has booked through it yet. Whoever has the link can, even when the retreat is full.'
        )}
      </p>
      <p className="button-row">
        {shares && (
          <Button look="plain" onClick={() => void share()}>
            Share it
          </Button>
        )}
        {children}
      </p>
    </>
  )
}
