import { useId, type ReactNode } from 'react'
import type { Failed } from '#shared/client.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useSend } from './use-send.ts'

interface AskProps<Done extends { ok: true }> {
  /** The button's label. */
  does: string
  act: () => Promise<Done | Failed>
  onDone: (done: Done) => void
  onChanged: () => void
  onCancel: () => void
  children: ReactNode
}

/** Asks before something is done: the question, what went wrong, the two answers. */
export function Ask<Done extends { ok: true }>({
  does,
  act,
  onDone,
  onChanged,
  onCancel,
  children,
}: AskProps<Done>) {
  const { busy, trouble, send } = useSend(onChanged)
  const id = useId()
  const go = async () => {
    const answer = await send(act)
    if (answer?.ok) onDone(answer as Done)
  }
  return (
    <div className="book-dialog">
      <div id={id}>{children}</div>
      {trouble !== null && (
        <Notice tone="bad" title="Not done">
          <p>{trouble}</p>
        </Notice>
      )}
      <div className="button-row">
        <Button look="plain" onClick={busy ? undefined : onCancel}>
          Cancel
        </Button>
        <Button busy={busy} aria-describedby={id} onClick={() => void go()}>
          {does}
        </Button>
      </div>
    </div>
  )
}
