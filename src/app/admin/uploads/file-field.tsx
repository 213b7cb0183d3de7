import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { announce } from '#app/ui/toast.tsx'
import { uploadDocument, uploadPicture } from '#domain/events/uploads/contract.ts'
import {
  FileDrop,
  FileProgress,
  isShown,
  Thumbnail,
  type FileKind,
  problemAfter,
  problemBefore,
  type Sending,
  type UploadFile,
} from './file-drop.tsx'
import { Text } from '#app/ui/text.tsx'

export interface FileFieldProps {
  kind: FileKind
  id: string
  label: string
  hint?: string
  required?: boolean
  /**
   * The file's address: a path of this site (`/uploads/…`, `/pictures/…`) or https. Empty if there is no
   * file.
   */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** The error message below the field. */
  error?: string | undefined
  upload: UploadFile
  /**
   * Called with true when an upload starts and with false when it ends. The form cannot be submitted during
   * an upload.
   */
  onBusy?: (busy: boolean) => void
}

type State =
  | { at: 'idle' }
  | { at: 'sending'; name: string; part: number }
  | { at: 'failed'; message: string }

const KINDS = {
  picture: {
    ways: 'A web address that starts with https://, or a file.',
    send: (upload: UploadFile, sending: Sending) => upload(uploadPicture, sending),
    chooses: {},
    progress: {},
  },
  PDF: {
    ways: 'A web address that starts with https://, or a file of at most 15 MB.',
    send: (upload: UploadFile, sending: Sending) => upload(uploadDocument, sending),
    chooses: { accept: 'application/pdf' },
    progress: { work: 'Saving' },
  },
}

/**
 * Renders a field for a picture or PDF. The admin types an address, or chooses a file that the field then
 * uploads immediately. A button removes the file.
 */
export function FileField({ kind, upload, onBusy, onChange, ...field }: FileFieldProps) {
  const { id, label, hint, required, value, onBlur, error } = field
  const [sending, setSending] = useState<State>({ at: 'idle' })
  const { ways, send: sendTo, chooses, progress } = KINDS[kind]
  const running = useRef<AbortController>(null)
  const busy = sending.at === 'sending'

  const tellBusy = useEffectEvent((is: boolean) => onBusy?.(is))
  useEffect(() => tellBusy(busy), [busy])
  useEffect(() => () => running.current?.abort(), [])

  function stop(): void {
    running.current?.abort()
    running.current = null
  }

  async function send(file: File): Promise<void> {
    stop()
    const problem = problemBefore(file, kind)
    if (problem) return setSending({ at: 'failed', message: problem })
    const { name } = file
    const own = new AbortController()
    running.current = own
    setSending({ at: 'sending', name, part: 0 })
    const onProgress = (part: number) => {
      if (running.current === own) setSending({ at: 'sending', name, part })
    }
    const result = await sendTo(upload, { file, onProgress, signal: own.signal })
    // Ignores the result of this upload, because the admin has canceled it or has chosen another file.
    if (running.current !== own) return
    running.current = null
    if (!result.ok) return setSending({ at: 'failed', message: problemAfter(result, kind) })
    setSending({ at: 'idle' })
    announce(`${name} is uploaded.`)
    onChange(result.data.data.link)
  }

  function cancel(): void {
    stop()
    setSending({ at: 'idle' })
    announce('Canceled.')
  }

  function change(address: string): void {
    if (sending.at === 'failed') setSending({ at: 'idle' })
    onChange(address)
  }

  return (
    <fieldset className="file-field" aria-label={`${label}, by address or file`}>
      <FileDrop
        {...chooses}
        button={
          <>
            <Text>Upload</Text>
            <span className="visually-hidden">
              {' '}
              <Text>
                a {kind}: {label}
              </Text>
            </span>
          </>
        }
        onFiles={([file]) => file && void send(file)}
        beside={
          busy ? (
            <Button key="cancel" look="plain" onClick={cancel}>
              Cancel
            </Button>
          ) : (
            value && (
              <Button look="plain" onClick={() => change('')}>
                Clear
                <span className="visually-hidden">
                  {' '}
                  <Text>{label}</Text>
                </span>
              </Button>
            )
          )
        }
      >
        <TextField
          id={id}
          label={label}
          hint={hint ? `${hint} ${ways}` : ways}
          placeholder="https://… or a file"
          required={required}
          value={value}
          onChange={(event) => change(event.target.value.trim())}
          onBlur={onBlur}
          error={sending.at === 'failed' ? sending.message : error}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
        />
        <p className="note file-field-ways">Or drop or paste a file here.</p>
        {busy && <FileProgress {...sending} {...progress} />}
        {!busy && kind === 'PDF' && isShown(value) && (
          <a href={value} target="_blank" rel="noreferrer">
            Open this PDF<span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        )}
        {!busy && kind === 'picture' && isShown(value) && (
          <div className="file-field-shown">
            <Thumbnail address={value} alt={`${label}, as it is now`} />
          </div>
        )}
      </FileDrop>
    </fieldset>
  )
}
