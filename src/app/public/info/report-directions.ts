import { viewedDirections } from '#domain/booking/contract/guest.ts'
import { browserCall } from '#app/browser-call.ts'
import { paths } from '#app/paths.ts'

/**
 * Reports once that a guest has read the directions, and removes their token from the address, so that it is
 * neither bookmarked nor shared (R16.8).
 */
export async function reportDirections() {
  const address = new URL(location.href)
  const attendee = address.searchParams.get('attendee')
  if (address.pathname !== paths.directions || !attendee) return
  address.searchParams.delete('attendee')
  history.replaceState(history.state, '', address)
  // The phone may show a saved page (`offline/`). The report waits for a signal while this page is open.
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  await browserCall(viewedDirections, { body: { name: attendee } })
}
