/** `application/x-www-form-urlencoded` with nested keys (`a[b][0]=c`, `expand[]=d`), as Stripe reads it. */

export type FormValue = string | FormValue[] | { [key: string]: FormValue }
export type Form = { [key: string]: FormValue }

interface Node {
  [key: string]: Node | string
}

/** Later values win. Keys that would reach into prototypes are plain keys here. */
export function parseForm(text: string): Form {
  const root: Node = Object.create(null) as Node
  for (const [name, value] of new URLSearchParams(text)) place(root, path(name), value)
  return toForm(root) as Form
}

function path(name: string): string[] {
  const [head = '', ...rest] = name.split('[')
  return [head, ...rest.map((part) => part.replace(/\]$/, ''))].slice(0, 6)
}

function place(node: Node, [key = '', ...rest]: string[], value: string): void {
  const name = key === '' ? String(Object.keys(node).length) : key
  if (rest.length === 0) {
    node[name] = value
    return
  }
  const inner = node[name]
  const next = typeof inner === 'object' ? inner : (Object.create(null) as Node)
  node[name] = next
  place(next, rest, value)
}

function toForm(node: Node | string): FormValue {
  if (typeof node === 'string') return node
  const keys = Object.keys(node)
  const values = keys.map((key) => toForm(node[key] ?? ''))
  if (keys.length > 0 && keys.every((key) => /^\d+$/.test(key))) return values
  return Object.fromEntries(keys.map((key, index) => [key, values[index] ?? '']))
}
