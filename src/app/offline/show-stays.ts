/** Renders the offline page in plain DOM, because React may not start without a signal. */
import {
  afterPresses,
  PRESS_CALL,
  PRESS_LABELS,
  type Press,
  PRESSES,
  possiblePresses,
  type ArrivalProgress,
  progressText,
} from '#domain/onsite/arrival/rules.ts'
import {
  storePress,
  listStoredPresses,
  type StoredPress,
  sendPresses,
} from '#app/guest/arrival/stored-presses.ts'
import { ranchDay } from '#shared/days.ts'
import { reservationPath } from '#shared/links.ts'
import { phoneHref } from '#shared/phones.ts'
import { venue } from '#shared/venue.ts'
import { canSaveOffline } from '#app/ui/offline-cache.ts'
import { browserCall } from '../browser-call.ts'
import { deleteStay, isStaySaved, saveStay, type SavedStay, listSavedStays } from './saved-stays.ts'

/** Fills `place` with the saved stays. Also shows the link back to the page that could not load. */
export async function showStays(place: HTMLElement) {
  leadBack()
  if (!canSaveOffline()) return
  for (const stay of await listSavedStays(new Date())) place.append(staySection(stay))
}

/**
 * Shows a link to the page that could not load. The path of that page is in the hash. The offline page never
 * opens that page on its own, because the guest may be reading the directions at the gate.
 */
function leadBack() {
  const path = location.hash.slice(1)
  const again = document.querySelector<HTMLAnchorElement>('.offline-again')
  // Accepts only paths on this site. A path that begins with two slashes would lead to another site.
  if (!again || !/^\/(?![/\\])/.test(path)) return
  again.href = path
  again.hidden = false
}

type Child = Node | string

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  facts: Partial<HTMLElementTagNameMap[Name]>,
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), facts)
  made.append(...children)
  return made
}

const link = (href: string, words: string, className = '') => element('a', { href, className }, words)

/** Renders a phone number as the same link as the React component `PhoneLink`. */
function phoneLink(phone: string): Child {
  const href = phoneHref(phone)
  return href === null ? phone : link(href, phone)
}

function staySection(stay: SavedStay): HTMLElement {
  const { uuid, eventName, dates, gateNotes, host, hostPhone, directions } = stay
  const call = hostPhone ? [`${host ?? 'Your host'}, `, phoneLink(hostPhone)] : []
  const notes = element('ul', {}, ...gateNotes.map((note) => element('li', {}, note)))
  const facts = element(
    'dl',
    { className: 'come-facts' },
    fact('Dates', dates),
    fact('Where', venue.location, element('span', { className: 'note' }, venue.locationNote)),
    ...(gateNotes.length > 0 ? [fact('At the gate', notes)] : []),
    fact(
      'Who to ask',
      ...call,
      ...(call.length > 0 ? [element('br', {})] : []),
      link(`mailto:${venue.email}`, venue.email),
    ),
  )
  const forget = element('button', { type: 'button', className: 'button button-plain' }, 'Remove it')
  const plain = 'button button-plain'
  const section = element(
    'section',
    { className: 'kept-stay' },
    element('h2', {}, `Your stay: ${eventName}`),
    ...arrivalPresses(stay),
    facts,
    element(
      'p',
      { className: 'button-row' },
      link(directions, 'Directions', plain),
      link(reservationPath(uuid), 'Your private page', plain),
      forget,
    ),
  )
  forget.addEventListener('click', async () => {
    await deleteStay(uuid)
    const waiting = (await listStoredPresses()).some(isPressFor(uuid))
    const rest = waiting
      ? 'everything but your message, until it is sent'
      : 'nothing about your stay is saved here'
    section.replaceChildren(element('p', { role: 'status' }, `Removed: ${rest}.`))
  })
  return section
}

/**
 * Milliseconds between two attempts to report to the site that the guest pressed an arrival button. The page
 * keeps trying, because a browser may not notice that the signal is back.
 */
const AGAIN_MS = 20_000

const isPressFor = (uuid: string) => (press: StoredPress) =>
  press.endpoint.name === PRESS_CALL.name && press.of === uuid

/** Renders the arrival buttons of a guest's private page, on the days of the event (R36.2). */
function arrivalPresses(stay: SavedStay): HTMLElement[] {
  const today = ranchDay(new Date())
  // Shows arrival buttons only on the days of the event. A stay that an older version of the site saved lacks
  // `way`, so the pressed buttons are unknown and it gets no buttons.
  if (!stay.way || today < stay.from || stay.until < today) return []
  const words = element('output', {})
  const refusal = element('p', { role: 'alert' })
  const pressButton = (press: Press) => {
    const look = press === 'here' ? 'button-main' : 'button-plain'
    const button = element('button', { type: 'button', className: `button ${look}` }, PRESS_LABELS[press])
    button.addEventListener('click', () => void way.say(press))
    return button
  }
  const buttons = { pavement: pressButton('pavement'), here: pressButton('here'), undo: pressButton('undo') }
  const way = followArrival(stay, stay.way, (now, { waiting, refused }) => {
    const { on, back } = possiblePresses(now)
    const focused = document.activeElement
    for (const press of PRESSES) buttons[press].hidden = press === 'undo' ? !back : !on.includes(press)
    if (focused instanceof HTMLElement && focused.hidden)
      Object.values(buttons)
        .find(({ hidden }) => !hidden)
        ?.focus()
    words.textContent = progressText(now, waiting)
    refusal.textContent = refused
  })
  const row = element('div', { className: 'button-row' }, buttons.pavement, buttons.here)
  return [element('div', { className: 'arrival-presses' }, row, words, buttons.undo, refusal)]
}

/**
 * Calls `show` with the guest's arrival according to the pressed buttons: immediately, and after each press,
 * with or without a signal.
 */
function followArrival(
  stay: SavedStay,
  loaded: ArrivalProgress,
  show: (way: ArrivalProgress, state: { waiting: boolean; refused: string }) => void,
) {
  const { uuid, until } = stay
  let way = loaded
  let refused = ''
  const draw = async () => {
    const waiting = (await listStoredPresses())
      .filter(isPressFor(uuid))
      .map(({ body }) => body as Parameters<typeof afterPresses>[1][number])
    show(afterPresses(way, waiting), { waiting: waiting.length > 0, refused })
  }
  const follow = async (now: ArrivalProgress) => {
    way = now
    if (await isStaySaved(uuid)) await saveStay({ ...stay, way })
    await draw()
  }
  const send = async () => {
    for (const { answer } of await sendPresses(browserCall, isPressFor(uuid))) {
      refused = answer.ok ? '' : answer.message
      await follow(answer.ok ? (answer.data as { arrival: ArrivalProgress }).arrival : loaded)
    }
    // Shows the buttons again even if nothing was sent here, because another page may have sent the press.
    await draw()
  }
  const say = async (press: Press) => {
    const body = { uuid, press, at: new Date().toISOString() }
    await storePress({ endpoint: PRESS_CALL, of: uuid, body, until })
    // Records the press in the saved stay before sending it. If the guest closes the page now, the service
    // worker may send the press, and the saved stay must already contain it.
    await follow(afterPresses(way, [body]))
    await send()
  }
  void draw().then(send)
  addEventListener('online', () => void send())
  setInterval(() => void send(), AGAIN_MS)
  return { say }
}

const fact = (label: string, ...value: Child[]) =>
  element('div', {}, element('dt', {}, label), element('dd', {}, ...value))
