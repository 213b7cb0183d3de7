/**
 * The menu's popover as a drawer (R16.2), with what it lacks: the page behind is inert, the bar with the toggle and
 * the links is a dialog in which the focus goes round, a link closes it. Plain DOM, so it works before React.
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
  // Its event comes later than the page that the link leads to may: nothing of that takes the focus while it is inert.
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
  // The drawer was opened before this script was there.
  if (isOpen()) arrange(true)
}
