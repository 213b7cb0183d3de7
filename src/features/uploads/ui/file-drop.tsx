/** Files on their way to the site: where they are dropped, what is wrong with one, how far it is, and the picture that comes of it. */
import { type ClipboardEvent, type DragEvent, type ReactNode, useRef, useState } from 'react'
import type { Failed, Result } from '#shared/client.ts'
import { type Endpoint, type InputOf, FILE_LIMIT_BYTES } from '#shared/endpoint.ts'
import { askedPicture, HEIC_WORDS, previewOf, uploadAddress } from '#shared/uploaded-picture.ts'
import { Button } from '#ui/button.tsx'
import { Stylesheet } from '#ui/stylesheet.tsx'
import { PDF_LIMIT_BYTES } from '../contract.ts'
import sheet from './uploads.css?url'

const PICTURES = 'image/jpeg,image/png,image/webp,image/avif'

interface FileDropProps {
  /** The words on the button; all of it for screen readers, where several stand on one page. */
  button: ReactNode
  multiple?: boolean
  /** The types that a browser's file chooser shows first: pictures, unless told otherwise. */
  accept?: string
  /** The chosen files: at least one, in the order in which they were chosen. */
  onFiles: (files: File[]) => void
  /** More buttons beside the one that chooses. */
  beside?: ReactNode
  children?: ReactNode
}

/** A place for files: chosen by a button, dropped on it, or pasted while the focus is in it. */
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
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}

interface DropOptions {
  /** The type that may be dropped: `Files`, or one of our own. */
  kind: string
  /** False: it was nothing for us, and the browser does as it likes. */
  onDrop: (dropped: DataTransfer) => boolean
  /** Called with what is pasted while the focus is inside. */
  onPaste?: (pasted: DataTransfer) => boolean
}

/** For an element on which something can be dropped: whether such a thing is over it now, and its event handlers. */
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
  /** The part that is sent, from 0 to 1. */
  part: number
  /** The server's work on it then. */
  work?: string
}

/** The progress of a file; once all of it is on its way, that it is being worked on. */
export function FileProgress({ name, part, work = 'Making the sizes of' }: FileProgressProps) {
  const sent = part >= 1
  return (
    <div className="file-progress">
      <span>{sent ? `${work} ${name}…` : `Sending ${name}: ${Math.floor(part * 100)}%`}</span>
      <progress aria-label={`Sending ${name}`} max={1} value={sent ? undefined : part} />
    </div>
  )
}

/** True when it can be shown at all: https, or a file of this site. */
export const isShown = (address: string): boolean => /^(https:\/\/|\/[^/])/.test(address)

/** A picture at its smallest, for those who work with it; says so when nothing is there. */
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
      // The picture is not draggable, else a browser drags the file instead of the card.
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
  /** From 0 to 1: how much of the file is on its way. At 1 the server still works on it. */
  onProgress?: ((part: number) => void) | undefined
  /** Ends it; the result is then `unavailable`. */
  signal?: AbortSignal | undefined
}

/** Sends a file: the pages hand in `uploadFile` of `src/web/browser-upload.ts`. */
export type UploadFile = <E extends Endpoint>(
  endpoint: E,
  sending: Sending & Omit<InputOf<E>, 'body'>,
) => Promise<Result<E>>

export type FileKind = 'picture' | 'PDF'

const MOST_BYTES: Record<FileKind, number> = { picture: FILE_LIMIT_BYTES, PDF: PDF_LIMIT_BYTES }

/** The problem of a file that needs no sending to be refused; null: none known. */
export function problemBefore(
  { size, name }: Pick<File, 'size' | 'name'>,
  kind: FileKind = 'picture',
): string | null {
  const most = MOST_BYTES[kind]
  if (size === 0) return `${name} is empty.`
  if (kind === 'picture' && /\.hei[cf]$/i.test(name)) return `${name}: ${HEIC_WORDS}`
  return size > most ? `${name} is larger than ${most >> 20} MB. Make it smaller and try again.` : null
}

/** True when the same file may get through another time: it was not the file that was refused. */
export function mayGetThrough({ status }: Pick<Failed, 'status'>): boolean {
  return status === 0 || status === 429 || status >= 500
}

/** The problem of a file after it was sent; without an answer it was most likely the connection. */
export function problemAfter(
  { status, message }: Pick<Failed, 'status' | 'message'>,
  kind: FileKind = 'picture',
): string {
  return status === 0 ? `The ${kind} did not upload. Check your connection and try again.` : message
}
