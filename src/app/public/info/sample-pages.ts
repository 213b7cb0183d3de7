/** Finds what in `content/` still is sample text, which the owner has to replace (R55.1). */
import gate from '#content/gate.json' with { type: 'json' }
import type { InfoPageFacts } from './info-page.tsx'
import { road } from './road/road.ts'

const pages = import.meta.glob<InfoPageFacts>('../../../../content/*.mdx', { eager: true, import: 'page' })

export interface SampleText {
  pages: { title: string; href: string }[]
  /** True if the notes that confirmed guests read before they come are sample text. */
  gateNotes: boolean
}

/** Returns what still is sample text. The pages are in alphabetical order. */
export function sampleText(): SampleText {
  const found = Object.entries(pages).map(([file, { title, sample = false }]) => {
    const href = file.replace(/^.*\/(.*)\.mdx$/, '/$1')
    return { title, href, sample: sample || (href === '/directions' && road.sample) }
  })
  return {
    pages: found.flatMap(({ title, href, sample }) => (sample ? [{ title, href }] : [])),
    gateNotes: gate.sample,
  }
}
