interface FileProgressProps {
  name: string
  /** The part that is sent, from 0 to 1. */
  part: number
}

/** How far a file is; once all of it is on its way, that it is being worked on. */
export function FileProgress({ name, part }: FileProgressProps) {
  const sent = part >= 1
  return (
    <div className="file-progress">
      <span>{sent ? `Making the sizes of ${name}…` : `Sending ${name}: ${Math.floor(part * 100)}%`}</span>
      <progress aria-label={`Sending ${name}`} max={1} value={sent ? undefined : part} />
    </div>
  )
}
