import { viewedDirections } from '#domain/booking/contract/guest.ts'
import { browserCall } from '#app/browser-call.ts'
import { paths } from '#app/paths.ts'

/**
 * Reports once to the site that a guest has opened the directions. Removes the guest's token from the
 * address, so that nobody bookmarks or shares it (R16.8).
 */
export async function reportDirections() {
  const address = new URL(location.href)
  const attendee = address.searchParams.get('attendee')
  if (address.pathname !== paths.directions || !attendee) return
  address.searchParams.delete('attendee')
  history.replaceState(history.state, '', address)
  // Waits for a signal, because the phone may show a copy of the page that it saved for offline use
  // (`offline/`).
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  await browserCall(viewedDirections, { body: { name: attendee } })
}
