import { useState } from 'react'
import type { Call } from '#shared/client.ts'
import { Button } from '#ui/button.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { revokeHostLink } from '../contract.ts'

interface RevokeLinkProps {
  id: number
  call: Call
  /** The id of what tells the link from others. */
  describedBy: string
  onRevoked: () => void
}

type Step = { at: 'closed' | 'asking' | 'revoking' } | { at: 'failed'; message: string }

/** Asks first: whoever has the link is shut out at once. */
export function RevokeLink({ id, call, describedBy, onRevoked }: RevokeLinkProps) {
  const [step, setStep] = useState<Step>({ at: 'closed' })
  const busy = step.at === 'revoking'
  const close = () => {
    if (!busy) setStep({ at: 'closed' })
  }
  const revoke = async () => {
    setStep({ at: 'revoking' })
    const revoked = await call(revokeHostLink, { query: { id } })
    if (!revoked.ok) return setStep({ at: 'failed', message: revoked.message })
    setStep({ at: 'closed' })
    onRevoked()
  }
  return (
    <>
      <Button
        look="plain"
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        onClick={() => setStep({ at: 'asking' })}
      >
        Revoke
      </Button>
      <Modal open={step.at !== 'closed'} onClose={close} title="Are you sure?" backdrop="static" alert>
        <p>Whoever has this link sees nothing any more, from now on. Another one can be made.</p>
        {step.at === 'failed' && <Notice tone="bad">{step.message}</Notice>}
        <div className="button-row">
          <Button look="plain" onClick={close}>
            Cancel
          </Button>
          <Button busy={busy} onClick={() => void revoke()}>
            Revoke
          </Button>
        </div>
      </Modal>
    </>
  )
}
