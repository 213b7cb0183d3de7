import type { EventSummary } from '#domain/events/contract/events.ts'
import { ranchDay } from '#shared/days.ts'
import { formatMonthDay } from '#shared/format-days.ts'
import { Text } from '#app/ui/text.tsx'

/** Returns `"Draft"`, or for a scheduled event when visitors will see it: `"Publishes Mar 3"`. */
export const describeUnpublished = ({ publishAt }: NonNullable<EventSummary['unpublished']>): string =>
  publishAt === null ? 'Draft' : `Publishes ${formatMonthDay(ranchDay(new Date(publishAt)))}`

/** Renders a label on an event that only staff can see. Renders nothing for a published event. */
export function DraftMark({ event: { unpublished } }: { event: Pick<EventSummary, 'unpublished'> }) {
  if (!unpublished) return null
  return (
    <span className="admin-mark">
      <Text>{describeUnpublished(unpublished)}</Text>
    </span>
  )
}
