import { viewedDirections } from '#domain/booking/contract/guest.ts'
import { browserCall } from '#app/browser-call.ts'
import { paths } from '#app/paths.ts'

/**
 * Reports to the site once that a guest has opened the directions. Removes the guest's token from the
 * address, so that nobody bookmarks or shares the token (R16.8).
 */
export async function reportDirections() {
  const address = new URL(location.href)
  const attendee = address.searchParams.get('attendee')
  if (address.pathname !== paths.directions || !attendee) return
  address.searchParams.delete('attendee')
  history.replaceState(history.state, '', address)
  // Waits for a signal before reporting. Without a signal, the page that the guest sees is a saved copy
  // (`offline/`).
  if (!navigator.onLine) await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  await browserCall(viewedDirections, { body: { name: attendee } })
}
