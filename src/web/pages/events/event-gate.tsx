/** The door of a private event, on whichever of its pages: nothing of it is shown before its password (R10.10). Loaded where it is needed. */
import { PasswordGate } from '#features/events/ui/password-gate.tsx'
import { Paper } from '#ui/paper.tsx'

interface EventGateProps {
  urlName: string
  /** Why the page came back locked, when the form was sent without JavaScript. */
  refused?: string | undefined
  onUnlocked: () => void
}

export default function EventGate({ refused, ...gate }: EventGateProps) {
  return (
    <Paper over>
      <PasswordGate refused={refused ?? null} {...gate} />
    </Paper>
  )
}
