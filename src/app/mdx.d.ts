declare module '*.mdx' {
  import type { ComponentType } from 'react'
  import type { InfoPageFacts } from './public/info/info-page.tsx'

  /**
   * The facts about an information page, such as title and picture. Each page of `content/` exports them in
   * its first lines.
   */
  export const page: InfoPageFacts
  const Content: ComponentType<{ components?: Record<string, unknown> }>
  export default Content
}
