import type { CSSProperties, ReactNode } from 'react'

/** Renders a table that arranges the content. Tables are the only layout that all mail programs support. */
export function Table({
  children,
  ...props
}: {
  children: ReactNode
  className?: string
  style: CSSProperties
}) {
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} {...props}>
      <tbody>{children}</tbody>
    </table>
  )
}
