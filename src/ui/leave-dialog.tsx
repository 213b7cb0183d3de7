import { useEffect, type RefObject } from 'react'
import { useBlocker } from 'react-router'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface LeaveDialogProps {
  unsaved: boolean
  /** It is on its way: leaving waits for it instead of asking, and goes on once it is saved. */
  saving?: boolean
  /** True once the page may be left: nothing is asked any more. */
  leaving: RefObject<boolean>
  onLeave: () => void
}

/** Asks before unsaved work is left, within the site; the browser asks before it goes elsewhere or reloads. */
export function LeaveDialog({ unsaved, saving = false, leaving, onLeave }: LeaveDialogProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved &&
      !leaving.current &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  )
  const { state, proceed } = blocker
  useEffect(() => {
    if (state === 'blocked' && !unsaved) proceed()
  }, [state, proceed, unsaved])
  useEffect(() => {
    if (!unsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved, leaving])
  return (
    <Dialog
      open={state === 'blocked' && !saving}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      backdrop="static"
      alert
    >
      <p>What you typed is not saved and will be lost.</p>
      <div className="button-row">
        <Button look="plain" onClick={() => blocker.reset?.()}>
          Stay here
        </Button>
        <Button
          onClick={() => {
            onLeave()
            proceed?.()
          }}
        >
          Leave
        </Button>
      </div>
    </Dialog>
  )
}
