import type { ReactNode } from 'react'
import './part.css'

/** A heading, how it is written, and the piece itself. */
export function Part({ title, use, children }: { title: string; use: string; children: ReactNode }) {
  return (
    <section className="part">
      <h2>{title}</h2>
      <p className="note">
        <code>{use}</code>
      </p>
      {children}
    </section>
  )
}
