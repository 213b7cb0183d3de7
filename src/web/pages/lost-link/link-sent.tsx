import { useEffect, useRef } from 'react'
import { Notice } from '#ui/notice.tsx'
import { venue } from '#shared/venue.ts'

/** Takes the form's place. It is the same for every address. */
export function LinkSent({ words, focused }: { words: string; focused: boolean }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused) notice.current?.focus()
  }, [focused])
  return (
    <Notice tone="good" title={words} ref={notice}>
      <p>
        Give it a few minutes, and look among the junk too. We send one in a quarter of an hour at most.
        Nothing there? Write to <a href={`mailto:${venue.email}`}>{venue.email}</a>.
      </p>
    </Notice>
  )
}
