/**
 * Saves the checked items of the packing list on this device only, by the items' texts. If the browser stores
 * nothing, the checkmarks are lost when the visitor leaves the page.
 */
const KEY = 'packed'

function kept(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(found) ? found.map(String) : []
  } catch {
    return []
  }
}

function keep(names: string[]) {
  try {
    localStorage.setItem(KEY, JSON.stringify(names))
  } catch {
    // The browser's storage is full or forbidden, so the checkmarks are lost when the visitor leaves the
    // page.
  }
}

export function startPacking(list: HTMLElement) {
  const boxes = [...list.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
  const count = list.querySelector('.packing-count')
  const tell = () => {
    const packed = boxes.filter((box) => box.checked).length
    if (count) count.textContent = `${packed} of ${boxes.length} packed`
  }
  const before = new Set(kept())
  for (const box of boxes) box.checked ||= before.has(box.name)
  tell()
  const change = () => {
    keep(boxes.filter((box) => box.checked).map((box) => box.name))
    tell()
  }
  list.addEventListener('change', change)
  list.querySelector('.packing-clear')?.addEventListener('click', () => {
    for (const box of boxes) box.checked = false
    change()
  })
}
