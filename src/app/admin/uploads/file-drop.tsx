/** Renders the parts of an upload: the drop zone, a file's problem, its progress, and the resulting picture. */
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import type { Failed, Result } from '#shared/client.ts'
import { type Endpoint, type InputOf, FILE_LIMIT_BYTES } from '#shared/endpoint.ts'
import { askedPicture, HEIC_WORDS, previewOf, uploadAddress } from '#shared/uploaded-picture.ts'
import { Button } from '#app/ui/button.tsx'
import { Stylesheet } from '#app/ui/stylesheet.tsx'
import { PDF_LIMIT_BYTES } from '#domain/events/uploads/contract.ts'
import sheet from './uploads.css?url'

const PICTURES = 'image/jpeg,image/png,image/webp,image/avif'

interface FileDropProps {
  /**
   * The content of the button. Screen readers read all of it, so that a user can tell several upload buttons
   * apart.
   */
  button: ReactNode
  multiple?: boolean
  /** The types that the browser's file chooser offers. Pictures by default. */
  accept?: string
  /** Receives the chosen files, at least one, in the order of choosing. */
  onFiles: (files: File[]) => void
  /** More buttons, shown next to the button that opens the file chooser. */
  beside?: ReactNode
  children?: ReactNode
}

/**
 * Renders an area for files, which a user chooses with a button, drops on the area, or pastes while the area
 * has focus.
 */
export function FileDrop({
  button,
  multiple = false,
  accept = PICTURES,
  onFiles,
  beside,
  children,
}: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const take = ({ files }: { files: FileList | null }) => {
    const list = [...(files ?? [])]
    if (list.length > 0) onFiles(multiple ? list : list.slice(0, 1))
    return list.length > 0
  }
  const { over, handlers } = useDrop({ kind: 'Files', onDrop: take, onPaste: take })
  return (
    <div className={`file-drop ${over ? 'is-over' : ''}`} {...handlers}>
      <Stylesheet href={sheet} />
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
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          take(event.target)
          // Clears the input, so that the user can choose the same file again.
          event.target.value = ''
        }}
      />
    </div>
  )
}

interface DropOptions {
  /** The data type to accept: `Files`, or a type that only this site uses. */
  kind: string
  /** Returns false if it does not use the data. The browser then does what it usually does. */
  onDrop: (dropped: DataTransfer) => boolean
  /** Called with pasted data while the focus is inside. */
  onPaste?: (pasted: DataTransfer) => boolean
}

/** Returns event handlers for an element that accepts drops, and whether acceptable data is dragged over it now. */
export function useDrop({ kind, onDrop, onPaste }: DropOptions) {
  const [over, setOver] = useState(false)
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes(kind)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false)
        if (onDrop(event.dataTransfer)) event.preventDefault()
      },
      onPaste: (event: ClipboardEvent) => {
        if (onPaste?.(event.clipboardData)) event.preventDefault()
      },
    },
  }
}

interface FileProgressProps {
  name: string
  /** How much of the file is sent, from 0 to 1. */
  part: number
  /** The words for the server's work after the upload. */
  work?: string
}

/** Renders the progress of a file. Once the whole file is sent, says that the server works on it. */
export function FileProgress({ name, part, work = 'Making the sizes of' }: FileProgressProps) {
  const sent = part >= 1
  return (
    <div className="file-progress">
      <span>{sent ? `${work} ${name}…` : `Sending ${name}: ${Math.floor(part * 100)}%`}</span>
      <progress aria-label={`Sending ${name}`} max={1} value={sent ? undefined : part} />
    </div>
  )
}

/** Returns true if a browser can load the address: https, or a path of this site. */
export const isShown = (address: string): boolean => /^(https:\/\/|\/[^/])/.test(address)

/** Renders the smallest size of a picture for admins. If it does not load, says so. */
export function Thumbnail({ address, alt }: { address: string; alt: string }) {
  const [missing, setMissing] = useState<string | null>(null)
  if (missing === address)
    return <p className="thumbnail-missing">No picture can be shown from this address.</p>
  const own = askedPicture(address)
  const preview = own ? { '--preview': `url(${previewOf(own.name)})` } : {}
  const src = own ? uploadAddress(own.name, { width: own.widths[0] ?? 0, type: 'webp' }) : address
  return (
    <img
      className="thumbnail"
      // Otherwise browsers would drag the picture file instead of the card.
      draggable={false}
      src={src}
      alt={alt}
      width={own?.width}
      height={own?.height}
      style={preview}
      onError={() => setMissing(address)}
    />
  )
}

export interface Sending {
  file: File
  /** Called with how much of the file is sent, from 0 to 1. After 1, the server still works on the file. */
  onProgress?: ((part: number) => void) | undefined
  /** A signal that aborts the upload. The result is then `unavailable`. */
  signal?: AbortSignal | undefined
}

/** The function that uploads a file. Pages pass `uploadFile` of `src/app/browser-upload.ts`. */
export type UploadFile = <E extends Endpoint>(
  endpoint: E,
  sending: Sending & Omit<InputOf<E>, 'body'>,
) => Promise<Result<E>>

export type FileKind = 'picture' | 'PDF'

const MOST_BYTES: Record<FileKind, number> = { picture: FILE_LIMIT_BYTES, PDF: PDF_LIMIT_BYTES }

/**
 * Returns the reason why the site would refuse a file, before the file is sent. Returns null if there is none.
 */
export function problemBefore(
  { size, name }: Pick<File, 'size' | 'name'>,
  kind: FileKind = 'picture',
): string | null {
  const most = MOST_BYTES[kind]
  if (size === 0) return `${name} is empty.`
  if (kind === 'picture' && /\.hei[cf]$/i.test(name)) return `${name}: ${HEIC_WORDS}`
  return size > most ? `${name} is larger than ${most >> 20} MB. Make it smaller and try again.` : null
}

/**
 * Returns true if the same file may succeed later, because the failure lies with the connection or the server,
 * not with the file.
 */
export function mayGetThrough({ status }: Pick<Failed, 'status'>): boolean {
  return status === 0 || status === 429 || status >= 500
}

/** Returns the message for a failed upload. Without a reply the connection most likely failed. */
export function problemAfter(
  { status, message }: Pick<Failed, 'status' | 'message'>,
  kind: FileKind = 'picture',
): string {
  return status === 0 ? `The ${kind} did not upload. Check your connection and try again.` : message
}
