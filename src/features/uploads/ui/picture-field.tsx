import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { uploadPicture } from '../contract.ts'
import { FileDrop, FileProgress } from './file-drop.tsx'
import { problemAfter, problemBefore, type UploadFile } from './send-picture.ts'
import { isShown, Thumbnail } from './thumbnail.tsx'

export interface PictureFieldProps {
  /** The control's id: the error summary leads there. */
  id: string
  label: string
  hint?: string
  required?: boolean
  /** The picture's address: of this site's own (`/uploads/…`, `/pictures/…`) or https. Empty: none. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** The problem, in words for people. */
  error?: string | undefined
  /** `uploadFile` of the browser. */
  upload: UploadFile
  /** Told while a picture is on its way, so that the form does not go without it. */
  onBusy?: (busy: boolean) => void
}

type Sending =
  | { at: 'idle' }
  | { at: 'sending'; name: string; part: number }
  | { at: 'failed'; message: string }

const WAYS = 'An https:// address, or a file.'

/** A picture by its address or by a file that is sent at once; shows it, and can be cleared. */
export function PictureField({ upload, onBusy, onChange, ...field }: PictureFieldProps) {
  const { id, label, hint, required, value, onBlur, error } = field
  const [sending, setSending] = useState<Sending>({ at: 'idle' })
  const [said, setSaid] = useState('')
  const running = useRef<AbortController>(null)
  const busy = sending.at === 'sending'

  const tellBusy = useEffectEvent((is: boolean) => onBusy?.(is))
  useEffect(() => tellBusy(busy), [busy])
  useEffect(() => () => running.current?.abort(), [])

  async function send(file: File): Promise<void> {
    running.current?.abort()
    const problem = problemBefore(file)
    if (problem) return setSending({ at: 'failed', message: problem })
    const { name } = file
    const own = new AbortController()
    running.current = own
    setSending({ at: 'sending', name, part: 0 })
    const onProgress = (part: number) => {
      if (running.current === own) setSending({ at: 'sending', name, part })
    }
    const result = await upload(uploadPicture, { file, onProgress, signal: own.signal })
    // Cancelled, or another one was chosen meanwhile.
    if (running.current !== own) return
    running.current = null
    if (!result.ok) return setSending({ at: 'failed', message: problemAfter(result) })
    setSending({ at: 'idle' })
    setSaid(`${name} is uploaded.`)
    onChange(result.data.data.link)
  }

  function cancel(): void {
    running.current?.abort()
    running.current = null
    setSending({ at: 'idle' })
    setSaid('Canceled.')
  }

  function change(address: string): void {
    if (sending.at === 'failed') setSending({ at: 'idle' })
    onChange(address)
  }

  return (
    <fieldset className="picture-field" aria-label={`${label}, by address or file`}>
      <FileDrop
        button={
          <>
            Upload<span className="visually-hidden"> a picture: {label}</span>
          </>
        }
        onFiles={([file]) => file && void send(file)}
        beside={
          busy ? (
            <Button look="plain" onClick={cancel}>
              Cancel
            </Button>
          ) : (
            value && (
              <Button look="plain" onClick={() => change('')}>
                Clear<span className="visually-hidden"> {label}</span>
              </Button>
            )
          )
        }
      >
        <TextField
          id={id}
          label={label}
          hint={hint ? `${hint} ${WAYS}` : WAYS}
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
        <p className="note picture-field-ways">Or drop or paste a file here.</p>
        {busy && <FileProgress {...sending} />}
        {!busy && isShown(value) && (
          <div className="picture-field-shown">
            <Thumbnail address={value} alt={`${label}, as it is now`} />
          </div>
        )}
      </FileDrop>
      <output className="visually-hidden">{said}</output>
    </fieldset>
  )
}
