import { TextButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { EventFormState } from './use-event-form.ts'

/** Says after a reload that what was typed is there again. */
export function RestoredNote({ state: { base, saved, startOver } }: { state: EventFormState }) {
  const changed = base !== null && saved !== null && base.version !== saved.version
  return (
    <Notice tone="good" title="What you had typed is here again.">
      <p>
        A password is not kept: if you changed it, type it again.{' '}
        {changed && 'Somebody has saved this event since; saving shows you the differences. '}
        <TextButton onClick={startOver}>Start over instead</TextButton>
      </p>
    </Notice>
  )
}
