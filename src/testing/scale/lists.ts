/** The pages and calls that show many of something, in a house that was filled: what must stay quick and short. */
import type { Site } from '#server/compose.ts'
import { bigEvent, type Size } from './fill.ts'

interface ListPage {
  name: string
  path: string
  /** A visitor is answered from the cache where a page is kept; whoever may be signed in never is. */
  who: 'visitor' | 'admin'
}

const admin = (name: string, path: string): ListPage => ({ name, path, who: 'admin' })

export function listPages(size: Size): ListPage[] {
  const { id, urlName } = bigEvent(size)
  return [
    { name: 'events', path: '/events', who: 'visitor' },
    { name: 'events, call', path: '/api/auth/event/list', who: 'visitor' },
    { name: 'event with very many guests', path: `/event/${urlName}`, who: 'visitor' },
    admin('events, admin', '/events'),
    admin('event with very many guests, admin', `/event/${urlName}`),
    admin('its sheet', `/event-sheet/${urlName}`),
    admin('its mail plan, call', `/api/auth/event/mailPlan?id=${id}`),
    admin('Today, mail and books', '/admin'),
    admin('history', '/admin/history'),
    admin('history of one event', `/admin/history?event=${id}`),
    admin('calendar', '/calendar'),
    admin('calendar events, call', '/api/calendarGetEvents'),
    admin('calendar retreats, call', '/api/calendarGetRetreats'),
    admin('who sleeps here, call', '/api/auth/tonight'),
    admin('system, call', '/api/auth/system'),
    admin('edit an event', `/create-event/${urlName}`),
  ]
}

export interface Answered {
  bytes: number
  milliseconds: number
}

/** Asks for list pages as a visitor whom no cache answers, or as an admin. Throws unless it was answered well. `cookie` is the admin's. */
export function createAsker({ http, services }: Site, cookie: string) {
  return async ({ path, who }: ListPage): Promise<Answered> => {
    // A visitor who may be signed in is never answered from the cache.
    const headers = { cookie: who === 'admin' ? cookie : 'session=none', 'accept-encoding': 'identity' }
    const request = new Request(new URL(path, services.settings.publicUrl), { headers })
    const start = performance.now()
    const reply = await http.fetch(request)
    const body = await reply.arrayBuffer()
    if (reply.status !== 200) throw new Error(`${path} was answered ${reply.status}`)
    return { bytes: body.byteLength, milliseconds: performance.now() - start }
  }
}
