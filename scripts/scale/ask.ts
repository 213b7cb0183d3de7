/** Asks for list pages of a filled house, as a visitor whom no cache answers or as an admin. */
import type { Site } from '#server/compose.ts'
import type { ListPage } from './lists.ts'

export interface Answered {
  bytes: number
  milliseconds: number
}

/** Throws unless it was answered well. `cookie` is the admin's. */
export function askerOf({ http, services }: Site, cookie: string) {
  return async ({ path, who }: ListPage): Promise<Answered> => {
    // Whoever may be signed in is never answered from the cache.
    const headers = { cookie: who === 'admin' ? cookie : 'session=none', 'accept-encoding': 'identity' }
    const request = new Request(new URL(path, services.settings.publicUrl), { headers })
    const start = performance.now()
    const reply = await http.fetch(request)
    const body = await reply.arrayBuffer()
    if (reply.status !== 200) throw new Error(`${path} was answered ${reply.status}`)
    return { bytes: body.byteLength, milliseconds: performance.now() - start }
  }
}
