import { isLoopback } from '#platform/http/xsrf.ts'
import type { Settings } from '#platform/settings.ts'

/**
 * The site as the browser that asks reaches it. Without `PUBLIC_URL` that may be any name of this machine (R21.3); with
 * it, never anything else, whatever a request says.
 */
export function ownOrigin(
  request: Request,
  { publicUrl, publicUrlGiven }: Pick<Settings, 'publicUrl' | 'publicUrlGiven'>,
): string {
  if (publicUrlGiven) return publicUrl
  const host = request.headers.get('host') ?? new URL(request.url).host
  return isLoopback(host) ? `http://${host}` : publicUrl
}

/** A page of this site at the host that the browser is at; any other address as it is. */
export function atOrigin(address: URL, origin: string, publicUrl: string): string {
  return address.origin === publicUrl ? `${origin}${address.pathname}${address.search}` : address.href
}
