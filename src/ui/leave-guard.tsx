/** Warns before unsaved work is left: one question for the whole page, however many of its parts hold something. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './dialog.tsx'
import { provideLeaveGuard, createStore, useStore } from './tab-state.ts'

interface Guarded {
  /** It is on its way: leaving waits for it instead of asking, and goes on once it is saved. */
  saving?: boolean | undefined
  onLeave?: (() => void) | undefined
}

/** The unsaved work that each part of the page holds. The router knows one blocker at a time, so all of them share it. */
const held = new Map<symbol, Guarded>()
const asked = createStore<'nothing' | 'unsaved' | 'saving'>('nothing')

function change(part: symbol, guarded: Guarded | null): void {
  if (guarded) held.set(part, guarded)
  else held.delete(part)
  const isSaving = [...held.values()].every((each) => each.saving)
  asked.set(held.size === 0 ? 'nothing' : isSaving ? 'saving' : 'unsaved')
}

const isUnsaved = () => held.size > 0

/**
 * Holds the visitor back while something of this part is unsaved.
 * @returns lets go at once: called before the part itself leads elsewhere
 */
export function useLeaveGuard({
  unsaved,
  saving = false,
  onLeave,
}: Guarded & { unsaved: boolean }): () => void {
  const part = useRef(Symbol('part'))
  useEffect(() => provideLeaveGuard(LEAVE_GUARD), [])
  useLayoutEffect(() => {
    const me = part.current
    change(me, unsaved ? { saving, onLeave } : null)
    return () => change(me, null)
  }, [unsaved, saving, onLeave])
  return () => change(part.current, null)
}

/** The router's question and the browser's own, which it asks before it goes elsewhere or reloads. */
function LeaveGuard() {
  const work = useStore(asked)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved() &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  )
  // The router takes one answer, and what it makes of it comes to React a moment later.
  const answered = useRef<typeof blocker>(null)
  const [closed, setClosed] = useState<typeof blocker>()
  const answer = (how: 'proceed' | 'reset') => {
    if (answered.current === blocker) return
    answered.current = blocker
    blocker[how]?.()
  }
  const goOn = useEffectEvent(() => answer('proceed'))
  // Once it is asked, a new try to save in the background does not take the question away.
  const [asking, setAsking] = useState(false)
  const asks = blocker.state === 'blocked' && blocker !== closed && (asking || work !== 'saving')
  if (asks !== asking) setAsking(asks)
  useEffect(() => {
    if (blocker.state === 'blocked' && work === 'nothing') goOn()
  }, [blocker, work])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return (
    <ConfirmDialog
      open={asking}
      onClose={() => {
        setClosed(blocker)
        answer('reset')
      }}
      title="Leave without saving?"
      keeps="Stay here"
      does="Leave"
      onConfirm={() => {
        for (const { onLeave } of held.values()) onLeave?.()
        held.clear()
        answer('proceed')
        return Promise.resolve(null)
      }}
    >
      <p>What you typed is not saved yet, and would be gone.</p>
    </ConfirmDialog>
  )
}

const LEAVE_GUARD = <LeaveGuard />
