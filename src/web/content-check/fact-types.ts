/** The kinds of facts that files in `content/` are made of. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { paths } from '../paths.ts'
import library from '../ui/pictures.json' with { type: 'json' }

const pictures = Object.keys(library)
const pages = Object.values(paths).filter((path) => typeof path === 'string')

/** One line of text. */
export const line = z.string().trim().min(1, 'should not be empty')
export const count = z.int().positive()
/** CSS `object-position`, as "60% 40%". */
export const focus = z.string().regex(/^\d{1,3}% \d{1,3}%$/, 'should be two percentages, as "60% 40%"')

/** A name of the picture library. */
export const picture = z.string().refine((name) => pictures.includes(name), {
  error: ({ input }) => `no picture is called "${String(input)}"; there are ${pictures.join(', ')}`,
})

export function isPicture(name: string): boolean {
  return pictures.includes(name)
}

/** A page or a file of this site, or a whole address. */
export const link = z.string().refine(leadsSomewhere, {
  error: ({ input }) => `"${String(input)}" leads to no page of this site; there are ${pages.join(', ')}`,
})

function leadsSomewhere(href: string): boolean {
  if (/^(https:\/\/|mailto:|tel:|#)./.test(href)) return true
  const [path = ''] = href.split(/[?#]/)
  if (!path.startsWith('/')) return false
  return (pages as string[]).includes(path) || (path.includes('.') && existsSync(join('public', path)))
}
