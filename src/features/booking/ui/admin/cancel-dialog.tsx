import { useState } from 'react'
import type { CancelledBy } from '#platform/database/schema/cancellations.ts'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/field.tsx'
import { Modal } from '#ui/modal.tsx'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { useRead } from '#ui/use-read.ts'
import { getMoneyBack } from '#features/booking/contract/refunds.ts'
import { REPLACEABLE } from '#features/booking/domain/refund-policy.ts'
import { CancelForm } from './cancel-form.tsx'
import type { PartProps } from './part.ts'

interface CancelDialogProps extends PartProps {
  open: boolean
  onClose: () => void
  /** The button that opened it goes with the reservation's standing. */
  keepFocus: () => void
}

/** Cancels a reservation: what the terms give, who cancels, and whether it is to be another sum. */
export function CancelDialog({ open, onClose, keepFocus, ...part }: CancelDialogProps) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={`Cancel the reservation of ${part.reservation.customerName}`}
      backdrop="static"
    >
      {open && <Cancelling {...part} onClose={onClose} keepFocus={keepFocus} />}
    </Modal>
  )
}

const WHO: Record<CancelledBy, string> = { guest: 'The guest', retreat: 'The retreat' }

function Cancelling({ keepFocus, ...part }: Omit<CancelDialogProps, 'open'>) {
  const { reservation, call, onClose } = part
  const [cancelledBy, setCancelledBy] = useState<CancelledBy>('guest')
  const [replaced, setReplaced] = useState(false)
  const { id, version } = reservation
  const choice = { cancelledBy, replacementFound: replaced && cancelledBy === 'guest' }
  const query = {
    id,
    cancelledBy,
    replacementFound: choice.replacementFound ? ('true' as const) : ('false' as const),
  }
  const { found, data, stale, again } = useRead(call, getMoneyBack, { query, of: version })
  const plan = data?.plan ?? null
  return (
    <div className="book-dialog">
      <SelectField
        id="cancel-by"
        label="Who cancels"
        required
        options={WHO}
        value={cancelledBy}
        onChange={({ target }) => setCancelledBy(target.value === 'retreat' ? 'retreat' : 'guest')}
      />
      {plan && cancelledBy === 'guest' && plan.daysBefore < REPLACEABLE.under && (
        <CheckField
          id="cancel-replaced"
          checked={replaced}
          onChange={({ target }) => setReplaced(target.checked)}
        >
          Somebody takes the spot
        </CheckField>
      )}
      {found === null && <output>Working it out…</output>}
      {found && !found.ok && (
        <Notice tone="bad" title={found.message}>
          <div className="button-row">
            <Button look="plain" onClick={again}>
              Try again
            </Button>
            <Button look="plain" onClick={onClose}>
              Close
            </Button>
          </div>
        </Notice>
      )}
      {plan && (
        <CancelForm
          {...part}
          plan={plan}
          stale={stale}
          choice={choice}
          onOutdated={again}
          keepFocus={keepFocus}
        />
      )}
    </div>
  )
}
