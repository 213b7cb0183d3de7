declare module '*.mdx' {
  import type { ComponentType } from 'react'

  const Content: ComponentType<{ components?: Record<string, ComponentType<never>> }>
  export default Content
}
