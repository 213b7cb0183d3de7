/** Where a file stands in the layout, told from its path alone. */

const ZONES = ['shared', 'platform', 'capabilities', 'web', 'server', 'sandbox', 'testing'] as const
const ROLES = ['rules', 'contract', 'store', 'handlers', 'ui'] as const

export interface Place {
  zone: (typeof ZONES)[number] | 'outside'
  /** The name of the capability, or empty. */
  capability: string
  /** The part of a capability that the file is or lies in; `other` for further server files. */
  role: (typeof ROLES)[number] | 'other'
}

/** `outside`: a package, or a file that does not belong to `src`. */
export function placeOf(path: string): Place {
  const [root, folder, ...rest] = path.split('/')
  const zone = ZONES.find((name) => root === 'src' && name === folder) ?? 'outside'
  if (zone !== 'capabilities') return { zone, capability: '', role: 'other' }
  const [capability = '', ...inner] = rest
  const names = inner.map((name) => name.replace(/\.tsx?$/, ''))
  // `store.ts`, `store/holds.ts` and `holds-store.ts` are all stores.
  const role = ROLES.find((word) => names.some((name) => name === word || name.endsWith(`-${word}`)))
  return { zone, capability, role: role ?? 'other' }
}
