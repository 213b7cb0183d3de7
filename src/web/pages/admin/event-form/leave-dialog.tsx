import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '../../../../shared/ui/button.tsx'
import { Modal } from '../../../../shared/ui/modal.tsx'
import type { EventFormState } from './use-event-form.ts'

/** Asks before an unsaved form is left, within the site; the browser asks before it goes elsewhere or reloads. */
export function LeaveDialog({ state: { unsaved, leaving, leave } }: { state: EventFormState }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved &&
      !leaving.current &&
      currentLocation.pathname + currentLocation.search !== nextLocation.pathname + nextLocation.search,
  )
  useEffect(() => {
    if (!unsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      if (!leaving.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved, leaving])
  return (
    <Modal
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      backdrop="static"
      alert
    >
      <p>What you typed is not saved yet, and would be gone.</p>
      <div className="button-row">
        <Button look="plain" onClick={() => blocker.reset?.()}>
          Stay here
        </Button>
        <Button
          onClick={() => {
            leave()
            blocker.proceed?.()
          }}
        >
          Leave
        </Button>
      </div>
    </Modal>
  )
}
