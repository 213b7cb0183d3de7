import type { ReactNode } from 'react'
import './event-form.css'

/** The heading over the event form, and the sheet that it lies on. */
export function FormPage({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <div className="event-form-page">
      <header className="event-form-head column">
        <h1>{title}</h1>
        <p>{lead}</p>
      </header>
      {children}
    </div>
  )
}
