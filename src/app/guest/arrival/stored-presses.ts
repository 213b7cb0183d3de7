/**
 * Stores presses of the arrival buttons (such as "Here") in the browser, each with its time, so that a press
 * without a signal counts too. Later this page, another page or the service worker sends the presses in
 * order. The API counts a press once, even if it arrives twice.
 */
import type { Call, Failed } from '#shared/client.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { deleteOffline, saveOffline, type SavedOffline, listSavedOffline } from '#app/ui/offline-cache.ts'

export interface PressBody {
  at: string
}

/**
 * The endpoint that receives a press, without its schemas. The offline page uses it, and should stay small.
 */
export type PressCall = Pick<Endpoint, 'name' | 'method' | 'path'>

export interface StoredPress<Body extends PressBody = PressBody> extends SavedOffline {
  endpoint: PressCall
  /** Who or what the press belongs to: a guest's uuid, a host's token or an admin's event. */
  of: string
  body: Body
}

/** Name of the browser cache that stores the unsent presses. The service worker uses the same name. */
const CACHE = 'kept-presses'

/**
 * Presses that the browser could not store, because its storage is blocked or full. They are lost when the
 * page closes.
 */
const unstored = new Map<string, StoredPress>()

const keyOf = ({ endpoint, of, body }: StoredPress) =>
  `/${[CACHE, endpoint.name, of, body.at].map(encodeURIComponent).join('/')}`

export const isSamePress = (one: StoredPress, other: StoredPress) => keyOf(one) === keyOf(other)

export async function storePress(press: StoredPress): Promise<void> {
  const { endpoint, of, body, until } = press
  const { name, method, path } = endpoint
  try {
    await saveOffline(CACHE, keyOf(press), {
      endpoint: { name, method, path },
      of,
      body,
      until,
    } as SavedOffline)
    void sendInBackground()
  } catch {
    unstored.set(keyOf(press), press)
  }
}

/**
 * Asks the service worker to send the presses even after the page is closed. Only some browsers support this.
 */
async function sendInBackground() {
  try {
    const registration: (ServiceWorkerRegistration & { sync?: SyncManager }) | undefined =
      await navigator.serviceWorker.getRegistration()
    await registration?.sync?.register(CACHE)
  } catch {
    // This browser cannot send in the background, so the next page of the site sends the presses.
  }
}

interface SyncManager {
  register: (tag: string) => Promise<void>
}

async function deletePress(press: StoredPress): Promise<void> {
  unstored.delete(keyOf(press))
  await deleteOffline(CACHE, keyOf(press)).catch(() => {})
}

/** Returns the presses that have not reached the site yet, oldest first. */
export async function listStoredPresses(): Promise<StoredPress[]> {
  const kept = await listSavedOffline<StoredPress>(CACHE, new Date()).catch(() => [])
  return [...kept, ...unstored.values()].toSorted((one, other) => one.body.at.localeCompare(other.body.at))
}

export interface SentPress {
  press: StoredPress
  answer: { ok: true; data: unknown } | Failed
}

/**
 * Sends the presses that `isMeant` selects. Stops if there is no signal or the site cannot take a press now.
 * Returns the sent presses with their replies.
 */
export function sendPresses(call: Call, isMeant: (press: StoredPress) => boolean): Promise<SentPress[]> {
  return alone(async () => {
    const sent: SentPress[] = []
    for (const press of (await listStoredPresses()).filter(isMeant)) {
      const answer: SentPress['answer'] = await call(
        press.endpoint as Endpoint,
        { body: press.body } as never,
      )
      if (!answer.ok && isPassing(answer)) return sent
      await deletePress(press)
      sent.push({ press, answer })
    }
    return sent
  })
}

/**
 * Runs `work` under a lock that all pages and the service worker share, so that only one of them sends
 * presses at a time. Otherwise an older press could arrive after a newer one and undo it.
 */
function alone<Done>(work: () => Promise<Done>): Promise<Done> {
  return 'locks' in navigator ? navigator.locks.request(CACHE, work) : work()
}

/**
 * Returns true if sending a press again may succeed, because there is no signal or the site is busy or
 * restarting.
 */
const isPassing = ({ status }: Failed) => status === 0 || status === 429 || status >= 500
