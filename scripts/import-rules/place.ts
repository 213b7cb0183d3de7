/** Where a file stands in the layout, told from its path alone. */

const ZONES = ['shared', 'platform', 'features', 'web', 'server', 'sandbox', 'testing'] as const
const ROLES = ['rules', 'contract', 'store', 'handlers', 'ui'] as const

export interface Place {
  zone: (typeof ZONES)[number] | 'outside'
  /** The name of the feature, or empty. */
  feature: string
  /** The part of a feature that the file is or lies in; `other` for further server files. */
  role: (typeof ROLES)[number] | 'index' | 'other'
}

/** `outside`: a package, or a file that does not belong to `src`. */
export function placeOf(path: string): Place {
  const [root, folder, ...rest] = path.split('/')
  const zone = ZONES.find((name) => root === 'src' && name === folder) ?? 'outside'
  if (zone !== 'features') return { zone, feature: '', role: 'other' }
  const [feature = '', ...inner] = rest
  const names = inner.map((name) => name.replace(/\.tsx?$/, ''))
  if (names.length === 1 && names[0] === 'index') return { zone, feature, role: 'index' }
  // What lies in `domain/` is pure, as rules are.
  if (names[0] === 'domain') return { zone, feature, role: 'rules' }
  // `store.ts`, `store/holds.ts` and `holds-store.ts` are all stores.
  const role = ROLES.find((word) => names.some((name) => name === word || name.endsWith(`-${word}`)))
  return { zone, feature, role: role ?? 'other' }
}
