/**
 * Turns the menu's popover into a drawer (R16.2). Makes the page behind the drawer inert, and keeps the focus
 * on the toggle and the links. Closes the drawer when the visitor presses a link. Uses only the DOM, so the
 * drawer works before React starts.
 */
const WIDE = '(width >= 48rem)'
const DIALOG = { role: 'dialog', 'aria-modal': 'true', 'aria-label': 'Menu' }

const menu = (): HTMLElement | null => document.querySelector('#menu')

const isOpen = (): boolean => menu()?.matches(':popover-open') ?? false

const stops = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.bar-toggle, #menu a')]

function onToggle(event: Event) {
  if (event.target === menu()) arrange((event as ToggleEvent).newState === 'open')
}

function arrange(open: boolean) {
  for (const behind of document.querySelectorAll<HTMLElement>('.skip, .bar-logo, .page')) behind.inert = open
  const dialog = document.querySelector('.bar-row')
  for (const [name, value] of Object.entries(DIALOG)) {
    if (open) dialog?.setAttribute(name, value)
    else dialog?.removeAttribute(name)
  }
  if (open && !menu()?.contains(document.activeElement)) menu()?.querySelector('a')?.focus()
}

function onClick(event: MouseEvent) {
  if (!isOpen() || !(event.target instanceof Element)) return
  if (!event.target.closest('#menu a')) return
  menu()?.hidePopover()
  // Does not wait for the popover's toggle event, because it can come after the next page is shown. Until
  // then, the next page would be inert and could not get the focus.
  arrange(false)
}

function onKeyDown(event: KeyboardEvent) {
  if (event.key !== 'Tab' || !isOpen()) return
  const all = stops()
  const at = all.indexOf(document.activeElement as HTMLElement)
  const next = (at + (event.shiftKey ? -1 : 1) + all.length) % all.length
  event.preventDefault()
  all[next]?.focus()
}

export function startDrawer() {
  document.addEventListener('toggle', onToggle, true)
  document.addEventListener('click', onClick)
  document.addEventListener('keydown', onKeyDown)
  matchMedia(WIDE).addEventListener('change', () => isOpen() && menu()?.hidePopover())
  // The visitor may have opened the menu before this script was loaded.
  if (isOpen()) arrange(true)
}
