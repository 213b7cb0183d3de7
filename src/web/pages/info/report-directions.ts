import { viewedDirections } from '#features/booking/contract/guest.ts'
import { browserCall } from '#web/browser-call.ts'
import { paths } from '#web/paths.ts'

/**
 * Tells that a guest has read the directions, once, and takes their token out of the address, so that it is
 * neither bookmarked nor passed on (R16.8).
 */
export async function reportDirections() {
  const address = new URL(location.href)
  const attendee = address.searchParams.get('attendee')
  if (address.pathname !== paths.directions || !attendee) return
  address.searchParams.delete('attendee')
  history.replaceState(history.state, '', address)
  // The phone may show a kept page (`offline/`): the report waits for the signal, in this page alone.
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  await browserCall(viewedDirections, { body: { name: attendee } })
}
