import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { paths } from '#web/paths.ts'

interface EventFilterProps {
  choices: { id: number; name: string }[]
  chosen: number | null
  /** The chosen event's name, if the entries tell. */
  named: string | null
}

/** A plain form that asks for the same page: it needs no script. */
export function EventFilter({ choices, chosen, named }: EventFilterProps) {
  const missing = chosen !== null && !choices.some(({ id }) => id === chosen)
  return (
    <Form method="get" action={paths.history} className="event-filter" key={chosen}>
      <label htmlFor="history-event">Event</label>
      <select id="history-event" name="event" defaultValue={chosen ?? ''}>
        <option value="">The whole site</option>
        {missing && <option value={chosen}>{named ?? `Event #${chosen}`}</option>}
        {choices.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <Button type="submit" look="plain">
        Show
      </Button>
    </Form>
  )
}
