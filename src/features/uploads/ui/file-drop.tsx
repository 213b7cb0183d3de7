import { type ReactNode, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { useDrop } from './use-drop.ts'
import './file-drop.css'

/** The types that the server takes; a browser's file chooser shows these first. */
const ACCEPT = 'image/jpeg,image/png,image/webp,image/avif'

interface FileDropProps {
  /** The words on the button; all of it for screen readers, where several stand on one page. */
  button: ReactNode
  multiple?: boolean
  /** The chosen files: at least one, in the order in which they were chosen. */
  onFiles: (files: File[]) => void
  /** More buttons beside the one that chooses. */
  beside?: ReactNode
  children?: ReactNode
}

/** A place for files: chosen by a button, dropped on it, or pasted while the focus is in it. */
export function FileDrop({ button, multiple = false, onFiles, beside, children }: FileDropProps) {
  const place = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const take = ({ files }: { files: FileList | null }) => {
    const list = [...(files ?? [])]
    if (list.length > 0) onFiles(multiple ? list : list.slice(0, 1))
    return list.length > 0
  }
  const over = useDrop(place, { kind: 'Files', onDrop: take, onPaste: take })
  return (
    <div ref={place} className={`file-drop ${over ? 'is-over' : ''}`}>
      {children}
      <div className="button-row">
        <Button look="plain" onClick={() => input.current?.click()}>
          {button}
        </Button>
        {beside}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPT}
        multiple={multiple}
        onChange={(event) => {
          take(event.target)
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
