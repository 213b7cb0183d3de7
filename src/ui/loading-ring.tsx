import './loading-ring.css'

/** `<LoadingRing label="Loading events" />`; 60 px unless told (R17.5). */
export function LoadingRing({ label = 'Loading', size = 60 }: { label?: string; size?: number }) {
  return (
    <output className="ring" style={{ '--ring': `${size}px` }}>
      <span className="visually-hidden">{label}</span>
    </output>
  )
}
