/** Fills the page of what is kept, in plain DOM: without a signal React may not start. */
import { reservationPath } from '#shared/links.ts'
import { venue } from '#shared/venue.ts'
import { canKeep, forgetStay, type KeptStay, listKeptStays } from './kept-stays.ts'

/** `place` gets the kept stays, and the way back to the page that did not come. */
export async function showStays(place: HTMLElement) {
  leadBack()
  if (!canKeep()) return
  for (const stay of await listKeptStays(new Date())) place.append(sectionOf(stay))
}

/** The page that did not come is named behind the `#`. It is not opened by itself: somebody may be reading at the gate. */
function leadBack() {
  const path = location.hash.slice(1)
  const again = document.querySelector<HTMLAnchorElement>('.offline-again')
  // A path of this site: two slashes would lead to another.
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

function sectionOf(stay: KeptStay): HTMLElement {
  const { uuid, eventName, dates, gateNotes, host, hostPhone, directions } = stay
  const call = hostPhone
    ? [`${host ?? 'Your host'}, `, link(`tel:${hostPhone.replaceAll(/[^+\d]/g, '')}`, hostPhone)]
    : []
  const notes = element('ul', {}, ...gateNotes.map((note) => element('li', {}, note)))
  const facts = element(
    'dl',
    { className: 'come-facts' },
    fact('Dates', dates),
    fact('Where', venue.location, element('span', { className: 'note' }, venue.locationNote)),
    ...(gateNotes.length > 0 ? [fact('At the gate', notes)] : []),
    fact(
      'Whom to ask',
      ...call,
      ...(call.length > 0 ? [element('br', {})] : []),
      link(`mailto:${venue.email}`, venue.email),
    ),
  )
  const forget = element('button', { type: 'button', className: 'button button-plain' }, 'Forget it')
  const plain = 'button button-plain'
  const section = element(
    'section',
    { className: 'kept-stay' },
    element('h2', {}, `Your stay: ${eventName}`),
    facts,
    element(
      'p',
      { className: 'button-row' },
      link(directions, 'Directions', plain),
      link(reservationPath(uuid), 'Your private page', plain),
      forget,
    ),
  )
  forget.addEventListener('click', () => {
    void forgetStay(uuid).then(() =>
      section.replaceChildren(
        element('p', { role: 'status' }, 'Forgotten: nothing of your stay is kept here.'),
      ),
    )
  })
  return section
}

const fact = (label: string, ...value: Child[]) =>
  element('div', {}, element('dt', {}, label), element('dd', {}, ...value))
