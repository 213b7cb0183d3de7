import type { ReactNode, Ref } from 'react'
import './notice.css'

interface NoticeProps {
  /** `bad`: it did not work. `warn`: look before going on. `good`: done. */
  tone: 'bad' | 'warn' | 'good'
  title?: string
  /** Takes the focus when something happened that the next step depends on. */
  ref?: Ref<HTMLDivElement>
  children?: ReactNode
}

/** What happened and what to do next; screen readers read it at once. */
export function Notice({ tone, title, ref, children }: NoticeProps) {
  return (
    <div
      className={`notice notice-${tone}`}
      role={tone === 'good' ? 'status' : 'alert'}
      tabIndex={-1}
      ref={ref}
    >
      {title && <p className="notice-title">{title}</p>}
      {children}
    </div>
  )
}
