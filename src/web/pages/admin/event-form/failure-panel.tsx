import { useEffect, useRef } from 'react'
import { Notice } from '#ui/notice.tsx'
import { paths } from '#web/paths.ts'
import type { SaveFailure } from './save-event.ts'

/** 'Something went wrong' with the server's words (R11.6). All that was typed is still there. */
export function FailurePanel({ failure }: { failure: SaveFailure }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <Notice tone="bad" title="Something went wrong" ref={panel}>
      <p>{failure.message}</p>
      {failure.code === 'unauthenticated' && (
        <p>
          <a href={paths.login(paths.admin)} target="_blank" rel="noreferrer">
            Sign in<span className="unseen"> (opens in a new tab)</span>
          </a>{' '}
          in a tab beside this one, then press the button again.
        </p>
      )}
      <p>Nothing was saved, and nothing you typed is lost.</p>
    </Notice>
  )
}
