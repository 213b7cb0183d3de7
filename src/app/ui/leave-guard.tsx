/**
 * Warns the user before unsaved input is lost. Asks one question for the whole page, even if several of its
 * components have unsaved input.
 */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './dialog.tsx'
import { provideLeaveGuard, createStore, useStore } from './tab-store.ts'

interface Guarded {
  /**
   * True while a save is running. If the user leaves during a save, the page waits for the save and asks
   * nothing.
   */
  saving?: boolean | undefined
  onLeave?: (() => void) | undefined
}

/**
 * The components of the page that have unsaved input. They share one blocker, because the router allows only
 * one.
 */
const guardedParts = new Map<symbol, Guarded>()
const question = createStore<'nothing' | 'unsaved' | 'saving'>('nothing')

function setGuarded(part: symbol, guarded: Guarded | null): void {
  if (guarded) guardedParts.set(part, guarded)
  else guardedParts.delete(part)
  const isSaving = [...guardedParts.values()].every((each) => each.saving)
  question.set(guardedParts.size === 0 ? 'nothing' : isSaving ? 'saving' : 'unsaved')
}

const isUnsaved = () => guardedParts.size > 0

/**
 * Asks before the user leaves the page while this component has unsaved input.
 * @returns a function that ends the asking immediately, for a component that itself opens another page
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
    setGuarded(me, unsaved ? { saving, onLeave } : null)
    return () => setGuarded(me, null)
  }, [unsaved, saving, onLeave])
  return () => setGuarded(part.current, null)
}

/** Blocks navigation in the router. Also makes the browser ask before it leaves or reloads the page. */
function LeaveGuard() {
  const work = useStore(question)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUnsaved() &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  )
  // The blocked navigation that the user has already answered. The router accepts only one answer, but the
  // user may press again before React renders the answer.
  const answered = useRef<typeof blocker>(null)
  const [closed, setClosed] = useState<typeof blocker>()
  const answer = (how: 'proceed' | 'reset') => {
    if (answered.current === blocker) return
    answered.current = blocker
    blocker[how]?.()
  }
  const goOn = useEffectEvent(() => answer('proceed'))
  // True while the question is visible. A retry of a save in the background must not hide the question.
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
        for (const { onLeave } of guardedParts.values()) onLeave?.()
        guardedParts.clear()
        answer('proceed')
        return Promise.resolve(null)
      }}
    >
      <p>What you typed is not saved yet, and you would lose it.</p>
    </ConfirmDialog>
  )
}

const LEAVE_GUARD = <LeaveGuard />
