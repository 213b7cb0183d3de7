declare module '*.mdx' {
  import type { ComponentType } from 'react'
  import type { InfoPageFacts } from './public/info/info-page.tsx'

  /** The facts, such as title and picture, that each page of `content/` exports in its first lines. */
  export const page: InfoPageFacts
  const Content: ComponentType<{ components?: Record<string, unknown> }>
  export default Content
}
