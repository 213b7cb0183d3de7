/**
 * A form that is only a button (`data-late`): until somebody presses it, the page is one to read and its
 * scripts can wait (`late-scripts.ts`). The attribute, there or on what stays when the button has gone, names the
 * tab's storage that tells that it was pressed; several are separated by a space.
 */
const LATE = 'form[data-late]'

/** Whether the button has been pressed before: on this page (the query then says so), or before a reload. */
export function wasPressed(): boolean {
  const kept = [...document.querySelectorAll<HTMLElement>('[data-late]')]
  const forms = [...document.querySelectorAll<HTMLFormElement>(LATE)]
  return (
    kept.some(({ dataset }) => (dataset['late'] ?? '').split(' ').some(isStored)) || forms.some(hasQueryOf)
  )
}

function isStored(key: string): boolean {
  try {
    return sessionStorage.getItem(key) !== null
  } catch {
    return false
  }
}

function hasQueryOf(form: HTMLFormElement): boolean {
  const name = form.querySelector('button')?.name
  return name !== undefined && new URLSearchParams(location.search).has(name)
}

/** Keeps a press that comes before React in the address, where the form would send it, without a new page. */
export function holdPresses(start: () => void): () => void {
  const hold = (event: SubmitEvent) => {
    if (!(event.target instanceof HTMLFormElement) || !event.target.matches(LATE)) return
    event.preventDefault()
    const query = new URLSearchParams(new FormData(event.target, event.submitter) as never)
    history.replaceState(history.state, '', `?${query}`)
    start()
  }
  document.addEventListener('submit', hold)
  return () => document.removeEventListener('submit', hold)
}
