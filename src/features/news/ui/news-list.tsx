/** What happened since the admin who looks was here last, on Today. */
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatInstant } from '#shared/format-days.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { adminReservationPath } from '#shared/links.ts'
import { Paper } from '#ui/paper.tsx'
import { useApiMutation } from '#ui/use-api-mutation.ts'
import { type listNews, seeNews } from '../contract.ts'

/** @param news null: not known yet. Where nothing happened it takes no room. */
export function NewsList({ news }: { news: ReplyOf<typeof listNews> | null }) {
  const { send } = useApiMutation(seeNews)
  const told = useRef<string | null>(null)
  const until = news?.until
  useEffect(() => {
    // A tab that nobody looks at has shown nothing.
    if (until === undefined || told.current === until || document.visibilityState !== 'visible') return
    told.current = until
    void send({ body: { until } })
  }, [until, send])
  if (!news || news.items.length === 0) return null
  return (
    <Paper className="today" labelledBy="news" title="Since you were here">
      <ul className="holds-list">
        {news.items.map(({ id, text, at, reservationId }) => (
          <li key={id}>
            {reservationId === null ? text : <Link to={adminReservationPath(reservationId)}>{text}</Link>}
            <span className="note">
              <time dateTime={at}>{formatInstant(at)}</time>
            </span>
          </li>
        ))}
      </ul>
      {news.more > 0 && <p className="note">And {news.more} more in the history.</p>}
    </Paper>
  )
}
