declare module '*.mdx' {
  import type { ComponentType } from 'react'
  import type { InfoPageFacts } from './pages/info/info-page.tsx'

  /** What each page of `content/` says about itself, in its first lines. */
  export const page: InfoPageFacts
  const Content: ComponentType<{ components?: Record<string, unknown> }>
  export default Content
}
