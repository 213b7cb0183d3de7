/**
 * Presses of buttons that must count without a signal: kept in this browser with their time, and sent one after the other by
 * whatever is there when the site answers: the page, another page, or the service worker. The same press may be sent twice;
 * the site counts it once.
 */
import type { Call, Failed } from '#shared/client.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { forget, keep, type Kept, listKept } from '#ui/offline-cache.ts'

export interface PressBody {
  at: string
}

/** The call that sends a press; a whole endpoint would bring its schemas onto pages that are read without React. */
export type PressCall = Pick<Endpoint, 'name' | 'method' | 'path'>

export interface KeptPress<Body extends PressBody = PressBody> extends Kept {
  endpoint: PressCall
  /** The page whose press it is: a guest's uuid, a host's token, an admin's event. */
  of: string
  body: Body
}

/** The worker knows it by this name. */
const CACHE = 'kept-presses'

/** Storage may be refused or full: then a press lives as long as its page. */
const unkept = new Map<string, KeptPress>()

const keyOf = ({ endpoint, of, body }: KeptPress) =>
  `/${[CACHE, endpoint.name, of, body.at].map(encodeURIComponent).join('/')}`

export const isSamePress = (one: KeptPress, other: KeptPress) => keyOf(one) === keyOf(other)

export async function keepPress(press: KeptPress): Promise<void> {
  const { endpoint, of, body, until } = press
  const { name, method, path } = endpoint
  try {
    await keep(CACHE, keyOf(press), { endpoint: { name, method, path }, of, body, until } as Kept)
    void sendInBackground()
  } catch {
    unkept.set(keyOf(press), press)
  }
}

/** The browsers that can have the worker send them, also once the page is closed. */
async function sendInBackground() {
  try {
    const registration: (ServiceWorkerRegistration & { sync?: SyncManager }) | undefined =
      await navigator.serviceWorker.getRegistration()
    await registration?.sync?.register(CACHE)
  } catch {
    // It is switched off: the next page of the site sends them.
  }
}

interface SyncManager {
  register: (tag: string) => Promise<void>
}

async function forgetPress(press: KeptPress): Promise<void> {
  unkept.delete(keyOf(press))
  await forget(CACHE, keyOf(press)).catch(() => {})
}

/** The presses that the site has not been told of, the first of them first. */
export async function keptPresses(): Promise<KeptPress[]> {
  const kept = await listKept<KeptPress>(CACHE, new Date()).catch(() => [])
  return [...kept, ...unkept.values()].toSorted((one, other) => one.body.at.localeCompare(other.body.at))
}

export interface SentPress {
  press: KeptPress
  answer: { ok: true; data: unknown } | Failed
}

/** Sends those that are meant, until one does not get through; gives what the site has answered. */
export function sendPresses(call: Call, isMeant: (press: KeptPress) => boolean): Promise<SentPress[]> {
  return alone(async () => {
    const sent: SentPress[] = []
    for (const press of (await keptPresses()).filter(isMeant)) {
      const answer: SentPress['answer'] = await call(
        press.endpoint as Endpoint,
        { body: press.body } as never,
      )
      if (!answer.ok && isPassing(answer)) return sent
      await forgetPress(press)
      sent.push({ press, answer })
    }
    return sent
  })
}

/** An older press that is sent again after a newer one could undo it: no two pages send at once, nor does the worker beside them. */
function alone<Done>(work: () => Promise<Done>): Promise<Done> {
  return 'locks' in navigator ? navigator.locks.request(CACHE, work) : work()
}

/** The same press may go through later: no signal, a site that is busy or being started again. */
const isPassing = ({ status }: Failed) => status === 0 || status === 429 || status >= 500
