import type { ReactNode, Ref } from 'react'
import './alert.css'

interface AlertProps {
  /** `bad`: it did not work. `warn`: look before going on. `good`: done. */
  tone: 'bad' | 'warn' | 'good'
  title?: string | undefined
  id?: string
  /** Takes the focus when something happened that the next step depends on. */
  ref?: Ref<HTMLDivElement> | undefined
  children?: ReactNode
}

/** What happened and what to do next; screen readers read it at once. */
export function Alert({ tone, title, id, ref, children }: AlertProps) {
  return (
    <div
      className={`alert alert-${tone}`}
      role={tone === 'good' ? 'status' : 'alert'}
      tabIndex={-1}
      id={id}
      ref={ref}
    >
      {title && <p className="alert-title">{title}</p>}
      {children}
    </div>
  )
}
