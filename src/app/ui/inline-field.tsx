/**
 * A text field that saves automatically. It runs one save at a time, keeps text without a network, and
 * restores it after a reload.
 */
import {
  type ComponentProps,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { z } from 'zod'
import type { Failed } from '#shared/client.ts'
import { FailureText } from './alert.tsx'
import { TextButton } from './button.tsx'
import { useLeaveGuard } from './leave-guard.tsx'
import { sessionDraft } from './draft.ts'
import { Stylesheet } from './stylesheet.tsx'
import { useHydrated } from './tab-store.ts'
import sheet from './inline-field.css?url'

interface InlineFieldProps extends InlineFieldOptions {
  /** Accessible name of the input, for fields whose visible label is a column's heading. */
  label: string
  id?: string
  /**
   * True if the field allows several lines and grows with its text. Enter then adds a line, and Ctrl+Enter
   * saves.
   */
  multiline?: boolean
  /**
   * The type of the input. A field for a date shows the browser's date input while it has the focus.
   * Otherwise it shows the text from `readAs`.
   */
  type?: 'text' | 'date' | 'color'
  min?: string
  max?: string
  placeholder?: string
  maxLength?: number
  /** Formats a day or a color as the text that the field shows. */
  readAs?: (text: string) => string
  className?: string
}

/**
 * Renders a field that saves automatically (R12.6): after a pause in typing, and when it loses the focus.
 * Unsaved text survives a reload, and is sent when the network returns. The page asks before the user leaves
 * it with unsaved text. Escape restores the saved text.
 */
export function InlineField({
  label,
  multiline = false,
  type = 'text',
  className = '',
  ...options
}: InlineFieldProps) {
  const { placeholder, maxLength, min, max, readAs = String } = options
  const field = useInlineField({ ...(type !== 'text' && { pauseMs: PICKER_PAUSE_MS }), ...options })
  const { state, unsaved } = field
  const started = useHydrated()
  const id = useId()
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const wrong = state.at === 'failed' || state.at === 'conflict'
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && unsaved) {
      // Escape restores the saved text here. It must not close a surrounding dialog too.
      event.preventDefault()
      event.nativeEvent.stopImmediatePropagation()
      field.drop()
    }
    if (event.key === 'Enter' && (!multiline || event.ctrlKey || event.metaKey)) field.commit()
  }
  const props: ComponentProps<'input'> & ComponentProps<'textarea'> = {
    ref: control,
    id: options.id,
    className: `inline-field-control inline-field-${type}`,
    'aria-label': label,
    'aria-invalid': wrong || undefined,
    'aria-describedby': type === 'date' ? `${id}-day ${id}-state` : `${id}-state`,
    placeholder,
    maxLength,
    readOnly: !started,
    value: type === 'color' ? field.text.toLowerCase() : field.text,
    onChange: ({ target }: { target: { value: string } }) => field.type(target.value),
    onBlur: () => {
      // If the field shows an error, does not save when it loses the focus, because saving would hide the
      // error.
      if (state.at === 'idle' || state.at === 'saved') field.commit()
    },
    onKeyDown: keys,
  }
  // Moves the focus to the field after the action, because the pressed button disappears.
  const then = (act: () => void) => () => {
    act()
    control.current?.focus()
  }
  return (
    <div className={`inline-field ${wrong ? 'inline-field-wrong' : ''} ${className}`}>
      <Stylesheet href={sheet} />
      {multiline ? (
        <textarea rows={1} {...props} />
      ) : type === 'date' ? (
        <span className="inline-field-over">
          <span id={`${id}-day`} className="inline-field-day">
            {readAs(field.text)}
          </span>
          <input
            type="date"
            {...props}
            min={min}
            max={max}
            onClick={({ currentTarget }) => openPicker(currentTarget)}
          />
        </span>
      ) : (
        <input type={type} autoComplete="off" {...props} />
      )}
      <span id={`${id}-state`}>
        <InlineStateText state={state} readAs={readAs} />
      </span>
      {wrong && (
        <span className="inline-field-choices">
          <TextButton onClick={then(field.again)}>
            {state.at === 'conflict' ? 'Save mine' : 'Try again'}
          </TextButton>
          <TextButton onClick={then(field.drop)}>
            {state.at === 'conflict' ? 'Keep theirs' : 'Undo'}
          </TextButton>
        </span>
      )}
    </div>
  )
}

/**
 * How long a field waits before it saves a color or date, in milliseconds. A color picker reports each color
 * that the user passes, and a date input reports each typed digit.
 */
const PICKER_PAUSE_MS = 500

/** Opens the browser's picker for a color or date. If the browser refuses, the user can still type. */
function openPicker(field: HTMLInputElement) {
  try {
    field.showPicker()
  } catch {
    field.focus()
  }
}

function InlineStateText({ state, readAs }: { state: InlineState; readAs: (text: string) => string }) {
  switch (state.at) {
    case 'idle':
      return null
    case 'saving':
      return <span className="inline-field-state">Saving…</span>
    case 'saved':
      return <span className="inline-field-state inline-field-saved">Saved</span>
    case 'offline':
      return <output className="inline-field-state">Not saved yet: no connection</output>
    case 'failed':
      return (
        <span key="failed" className="inline-field-trouble" role="alert">
          Not saved. <FailureText failed={state.failed} />
        </span>
      )
    case 'conflict':
      return (
        <span className="inline-field-trouble" role="alert">
          {state.theirs.trim() === ''
            ? 'Not saved: someone else has cleared it.'
            : `Not saved: someone else wrote “${readAs(state.theirs)}”.`}
        </span>
      )
  }
}

/**
 * The result of a save. `theirs` is the text that another person saved first. In this case nothing was saved.
 */
export type SaveResult = { ok: true } | (Pick<Failed, 'ok' | 'code' | 'message'> & { theirs?: string })

interface InlineFieldOptions {
  /** The saved text, as the page has it. */
  value: string
  /**
   * Saves a text. `seen` is the text that the user saw before typing. After the reply, the page must pass the
   * new text as `value`.
   */
  save: (text: string, seen: string) => Promise<SaveResult>
  /** Key of the unsaved text in this tab's session storage. The key names the record and the field. */
  draft: string
  /**
   * Milliseconds without typing after which the field saves. If null, the field saves only when it loses the
   * focus.
   */
  pauseMs?: number | null
  /** Returns an error message for a text that the field must not send. Returns null if the text is valid. */
  problemOf?: (text: string) => string | null
}

type InlineState =
  | { at: 'idle' | 'saving' | 'saved' | 'offline' }
  | { at: 'failed'; failed: Pick<Failed, 'code' | 'message'> }
  | { at: 'conflict'; theirs: string }

const PAUSE_MS = 1200
/**
 * Milliseconds between two attempts to save, because browsers do not always report that the network is back.
 */
const RETRY_MS = 10_000
const inlineDraft = (name: string) =>
  sessionDraft('inline', name, z.object({ text: z.string(), seen: z.string() }))

/**
 * The running save of each field, by the field's key. A save continues even if its field is unmounted and
 * mounted again.
 */
const queues = new Map<string, Promise<unknown>>()

function queued<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (queues.get(key) ?? Promise.resolve()).then(work)
  const settled = mine.then(
    () => undefined,
    () => undefined,
  )
  queues.set(key, settled)
  void settled.then(() => queues.get(key) === settled && queues.delete(key))
  return mine
}

function useInlineField(options: InlineFieldOptions) {
  const { value, draft, pauseMs = PAUSE_MS } = options
  // The text that the user has typed. Null means that the field shows the saved text.
  const [text, setText] = useState<string | null>(null)
  const [state, setState] = useState<InlineState>({ at: 'idle' })
  const pending = useRef<{ text: string; seen: string } | null>(null)
  const sending = useRef(false)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const store = inlineDraft(draft)

  const hold = (next: { text: string; seen: string } | null) => {
    pending.current = next
    setText(next?.text ?? null)
    if (next) store.save(next)
    else store.delete()
  }
  const drop = () => {
    hold(null)
    setState({ at: 'idle' })
  }
  /**
   * Saves the typed text. If the user types more during the save, saves again, until nothing is left to save
   * or a save fails.
   */
  const commit = async () => {
    while (pending.current && !sending.current) {
      const { text: mine, seen } = pending.current
      if ([seen, latest.current.value].some((there) => there.trim() === mine.trim())) return drop()
      const problem = latest.current.problemOf?.(mine) ?? null
      if (problem !== null) return setState({ at: 'failed', failed: { code: 'problem', message: problem } })
      sending.current = true
      setState({ at: 'saving' })
      const saved = await queued(draft, () => latest.current.save(mine, seen)).finally(() => {
        sending.current = false
      })
      if (!saved.ok) return setState(failureState(saved))
      setState({ at: 'saved' })
      if (pending.current?.text === mine) hold(null)
      else if (pending.current) hold({ ...pending.current, seen: mine })
    }
  }
  const type = (next: string) => {
    hold({ text: next, seen: pending.current?.seen ?? value })
    if (!sending.current) setState({ at: 'idle' })
  }

  const restore = useEffectEvent((name: string) => {
    const found = inlineDraft(name).read()
    if (!found) return
    if (found.text.trim() === value.trim()) return store.delete()
    hold(found)
    if (found.seen !== value) setState({ at: 'conflict', theirs: value })
    else if (pauseMs === null) void commit()
  })
  // After a pause in typing, an incomplete date is not an error yet. The field shows that error when it loses
  // the focus.
  const atPause = useEffectEvent((typed?: string) => {
    if (typed === undefined || !options.problemOf?.(typed)) void commit()
  })
  // oxlint-disable-next-line react/set-state-in-effect -- text from before a reload is only in this tab
  useEffect(() => restore(draft), [draft])
  const waiting = text !== null && state.at === 'idle' && pauseMs !== null
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setTimeout(atPause, pauseMs, text ?? '')
    return () => clearTimeout(timer)
  }, [waiting, text, pauseMs])
  const isOffline = state.at === 'offline'
  // Listens in a layout effect, which runs before the page says that there is no network. Otherwise the
  // network could return unnoticed in between.
  useLayoutEffect(() => {
    if (!isOffline) return undefined
    const timer = setInterval(atPause, RETRY_MS)
    const back = () => atPause()
    window.addEventListener('online', back)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', back)
    }
  }, [isOffline])
  // Saves the typed text when the field disappears, for example with its row in a filtered list or with its
  // dialog.
  const leave = useEffectEvent(() => {
    if (state.at === 'idle') void commit()
  })
  useEffect(() => () => leave(), [])
  useLeaveGuard({ unsaved: text !== null, saving: state.at === 'saving', onLeave: store.delete })

  return {
    text: text ?? value,
    unsaved: text !== null,
    state,
    type,
    commit: () => void commit(),
    drop,
    /** Saves this user's text in place of the text that another person has saved. */
    again: () => {
      if (pending.current && state.at === 'conflict') hold({ ...pending.current, seen: state.theirs })
      void commit()
    },
  }
}

function failureState(saved: Exclude<SaveResult, { ok: true }>): InlineState {
  if (saved.theirs !== undefined) return { at: 'conflict', theirs: saved.theirs }
  return saved.code === 'offline' ? { at: 'offline' } : { at: 'failed', failed: saved }
}
