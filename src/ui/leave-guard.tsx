/** Warns before unsaved work is left: one question for the whole page, however many of its parts hold something. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { provideLeaveGuard } from './leave-guard-slot.tsx'

interface Guarded {
  unsaved: boolean
  /** It is on its way: leaving waits for it instead of asking, and goes on once it is saved. */
  saving?: boolean
  /** Called when it is left all the same. */
  onLeave?: () => void
}

/** What each part of the page holds. The router knows one blocker at a time, so all of them share it. */
const held = new Map<symbol, Guarded>()
let asked = { unsaved: false, saving: false }
const listeners = new Set<() => void>()

function change(part: symbol, guarded: Guarded | null): void {
  if (guarded) held.set(part, guarded)
  else held.delete(part)
  const unsaved = [...held.values()].filter((each) => each.unsaved)
  const next = {
    unsaved: unsaved.length > 0,
    saving: unsaved.length > 0 && unsaved.every((each) => each.saving),
  }
  if (next.unsaved === asked.unsaved && next.saving === asked.saving) return
  asked = next
  for (const listener of listeners) listener()
}

const isUnsaved = () => [...held.values()].some((each) => each.unsaved)

/**
 * Holds the visitor back while something of this part is unsaved.
 * @returns lets go at once: called before the part itself leads elsewhere
 */
export function useLeaveGuard({ unsaved, saving = false, onLeave }: Guarded): () => void {
  const part = useRef(Symbol('part'))
  useEffect(() => provideLeaveGuard(LEAVE_GUARD), [])
  useEffect(() => {
    const me = part.current
    change(me, unsaved ? { unsaved, saving, ...(onLeave ? { onLeave } : {}) } : null)
    return () => change(me, null)
  }, [unsaved, saving, onLeave])
  return () => change(part.current, null)
}

/** The router's question and the browser's own, which it asks before it goes elsewhere or reloads. */
function LeaveGuard() {
  const { unsaved, saving } = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
    () => asked,
  )
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved() &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  )
  const { state, proceed } = blocker
  // Once it is asked, a new try to save in the background does not take the question away.
  const [asking, setAsking] = useState(false)
  const asks = state === 'blocked' && (asking || !saving)
  if (asks !== asking) setAsking(asks)
  useEffect(() => {
    if (state === 'blocked' && !unsaved) proceed()
  }, [state, proceed, unsaved])
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isUnsaved()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  const stay = () => blocker.reset?.()
  return (
    <ConfirmDialog
      open={asking}
      onClose={stay}
      title="Leave without saving?"
      keeps="Stay here"
      does="Leave"
      onConfirm={() => {
        for (const { onLeave } of held.values()) onLeave?.()
        held.clear()
        proceed?.()
        return Promise.resolve(null)
      }}
    >
      <p>What you typed is not saved yet, and would be gone.</p>
    </ConfirmDialog>
  )
}

const LEAVE_GUARD = <LeaveGuard />
