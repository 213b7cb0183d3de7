import { Button } from '#ui/button.tsx'
import { FailureAlert } from '#ui/failure-alert.tsx'
import { switchOffers } from '../contract/queue.ts'
import { useQueueActions } from './queue-table.tsx'

interface OffersSwitchProps {
  eventId: number
  stopped: boolean
  onChanged: () => void
}

/** Whether freed spots are offered to the waitlist by themselves. */
export function OffersSwitch({ eventId, stopped, onChanged }: OffersSwitchProps) {
  const { busy, failed, act } = useQueueActions(onChanged)
  const turn = () =>
    act(switchOffers, { body: { eventId, on: stopped } }, stopped ? 'Offers are on' : 'Offers are off')
  return (
    <div className="queue-switch">
      <p>
        {stopped
          ? 'Offers are off: a freed spot opens to the public.'
          : 'A freed spot is offered to the first in line, for a day.'}
      </p>
      <Button look="plain" busy={busy} onClick={() => void turn()}>
        {stopped ? 'Turn offers on' : 'Turn offers off'}
      </Button>
      <FailureAlert failed={failed} />
    </div>
  )
}
