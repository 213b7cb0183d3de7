import 'react'

declare module 'react' {
  /** `style={{ '--ring': '60px' }}`: a style may set the custom properties that our style sheets read. */
  interface CSSProperties {
    [property: `--${string}`]: string | undefined
  }
}
