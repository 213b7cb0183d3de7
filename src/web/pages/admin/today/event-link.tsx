import { Link } from 'react-router'
import { paths } from '#web/paths.ts'

interface Named {
  name: string
  urlName: string
  private?: boolean
}

/** An event's name as the way to it; a private one says so. */
export function EventLink({ event }: { event: Named }) {
  return (
    <>
      <Link to={paths.event(event.urlName)}>{event.name}</Link>
      {event.private && <span className="mark">Private</span>}
    </>
  )
}
