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
   * The content of the upload button. A page may have several upload buttons, so their texts must differ for
   * screen readers.
   */
  button: ReactNode
  multiple?: boolean
  /** The file types that the browser's file chooser offers. Pictures by default. */
  accept?: string
  /** Called with the chosen files, at least one, in the order in which the user chose them. */
  onFiles: (files: File[]) => void
  beside?: ReactNode
  children?: ReactNode
}

/**
 * Renders an area for files. A user chooses files with a button, drops them, or pastes them while the area
 * has the focus.
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
          // Clears the input. Without this, choosing the same file again would cause no change event.
          event.target.value = ''
        }}
      />
    </div>
  )
}

interface DropOptions {
  /** The type of dropped data that the element accepts: `Files`, or a type that only this site uses. */
  kind: string
  /** Called with the dropped data. Returns false to let the browser handle the drop. */
  onDrop: (dropped: DataTransfer) => boolean
  /** Called with pasted data while the focus is in the element that accepts drops. */
  onPaste?: (pasted: DataTransfer) => boolean
}

/**
 * Returns event handlers for an element that accepts drops, and whether the user is dragging accepted data
 * over the element.
 */
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
  /** How much of the file has been sent, from 0 to 1. */
  part: number
  /** What the server does with the file after the upload, in words. */
  work?: string
}

/** Renders the progress of an upload. After the file has been sent, says that the server works on it. */
export function FileProgress({ name, part, work = 'Preparing' }: FileProgressProps) {
  const sent = part >= 1
  return (
    <div className="file-progress">
      <span>{sent ? `${work} ${name}…` : `Sending ${name}: ${Math.floor(part * 100)}%`}</span>
      <progress aria-label={`Sending ${name}`} max={1} value={sent ? undefined : part} />
    </div>
  )
}

/**
 * Returns true if the address begins with https or is a path of this site. A page can show no other address.
 */
export const isShown = (address: string): boolean => /^(https:\/\/|\/[^/])/.test(address)

/** Renders a picture in its smallest size. If the picture does not load, says so. */
export function Thumbnail({ address, alt }: { address: string; alt: string }) {
  const [missing, setMissing] = useState<string | null>(null)
  if (missing === address)
    return <p className="thumbnail-missing">We cannot show a picture from this address.</p>
  const own = askedPicture(address)
  const preview = own ? { '--preview': `url(${previewOf(own.name)})` } : {}
  const src = own ? uploadAddress(own.name, { width: own.widths[0] ?? 0, type: 'webp' }) : address
  return (
    <img
      className="thumbnail"
      // Without this, the browser would drag the picture file and not the card around the picture.
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
  /**
   * Called with how much of the file has been sent, from 0 to 1. At 1, the server still works on the file.
   */
  onProgress?: ((part: number) => void) | undefined
  /** Aborts the upload. The result of an aborted upload is `unavailable`. */
  signal?: AbortSignal | undefined
}

/** A function that uploads a file. Pages pass `uploadFile` from `src/app/browser-upload.ts`. */
export type UploadFile = <E extends Endpoint>(
  endpoint: E,
  sending: Sending & Omit<InputOf<E>, 'body'>,
) => Promise<Result<E>>

export type FileKind = 'picture' | 'PDF'

const MOST_BYTES: Record<FileKind, number> = { picture: FILE_LIMIT_BYTES, PDF: PDF_LIMIT_BYTES }

/**
 * Returns why the site would refuse a file, before the browser uploads it. Returns null if the site would
 * accept the file.
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
 * Returns true if another upload of the same file may succeed, because only the connection or the server
 * failed.
 */
export function mayGetThrough({ status }: Pick<Failed, 'status'>): boolean {
  return status === 0 || status === 429 || status >= 500
}

/** Returns the message for a failed upload. If no reply arrived, the connection most likely failed. */
export function problemAfter(
  { status, message }: Pick<Failed, 'status' | 'message'>,
  kind: FileKind = 'picture',
): string {
  return status === 0 ? `The ${kind} did not upload. Check your connection and try again.` : message
}
