/** A field that saves itself: in order, with or without a network, through a reload. */
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
import { FailureWords } from './alert.tsx'
import { TextButton } from './button.tsx'
import { useLeaveGuard } from './leave-guard.tsx'
import { sessionDraft } from './session-draft.ts'
import { Stylesheet } from './stylesheet.tsx'
import { useHydrated } from './tab-state.ts'
import sheet from './inline-field.css?url'

interface InlineFieldProps extends InlineFieldOptions {
  /** The control's name, where a column's head is its label. */
  label: string
  id?: string
  /** Several lines, growing with the text; Enter is part of it, and Ctrl+Enter saves. */
  multiline?: boolean
  /** A day is shown as `readAs` has it; the browser's own field takes its place while it has the focus. */
  type?: 'text' | 'date' | 'color'
  min?: string
  max?: string
  placeholder?: string
  maxLength?: number
  /** The text as it reads to people: a day, a color. */
  readAs?: (text: string) => string
  className?: string
}

/**
 * A field changed in place that saves itself (R12.6): at a pause in the typing and when it is left. What is not saved yet
 * is kept through a reload, sent once the network is back, and asked about before the page is left. Escape puts back what is saved.
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
      // A dialog around the field stays open.
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
    // Browsers give a color in small letters, and want it so.
    value: type === 'color' ? field.text.toLowerCase() : field.text,
    onChange: ({ target }: { target: { value: string } }) => field.type(target.value),
    onBlur: () => {
      // The problem of a text is not gone because the field is left.
      if (state.at === 'idle' || state.at === 'saved') field.commit()
    },
    onKeyDown: keys,
  }
  // The pressed button disappears: its field gets the focus.
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
        <StateWords state={state} readAs={readAs} />
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

/** A picker tells every shade on the way, and a date that is typed every digit of its year. */
const PICKER_PAUSE_MS = 500

/** Not every browser has one to open, nor allows it at any time; the field can be typed in all the same. */
function openPicker(field: HTMLInputElement) {
  try {
    field.showPicker()
  } catch {
    field.focus()
  }
}

function StateWords({ state, readAs }: { state: InlineState; readAs: (text: string) => string }) {
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
          Not saved. <FailureWords failed={state.failed} />
        </span>
      )
    case 'conflict':
      return (
        <span className="inline-field-trouble" role="alert">
          {state.theirs.trim() === ''
            ? 'Not saved: somebody else has emptied it.'
            : `Not saved: somebody else wrote “${readAs(state.theirs)}”.`}
        </span>
      )
  }
}

/** The outcome of a save; `theirs`: nothing was saved, since somebody else has written this. */
export type Saved = { ok: true } | (Pick<Failed, 'ok' | 'code' | 'message'> & { theirs?: string })

interface InlineFieldOptions {
  /** The saved value, as the page shows it. */
  value: string
  /** Sends a text; `seen` is what stood there when the typing began. The page shows the new value once it is answered. */
  save: (text: string, seen: string) => Promise<Saved>
  /** The key of what is unsaved in this tab's session storage: of the thing and its field. */
  draft: string
  /** The pause in the typing after which it is saved; null: only when the field is left. */
  pauseMs?: number | null
  /** The problem of a text in words; one with a problem is not sent. */
  problemOf?: (text: string) => string | null
}

type InlineState =
  | { at: 'idle' | 'saving' | 'saved' | 'offline' }
  | { at: 'failed'; failed: Pick<Failed, 'code' | 'message'> }
  | { at: 'conflict'; theirs: string }

const PAUSE_MS = 1200
/** A network that is back is not always told of. */
const RETRY_MS = 10_000
const kept = z.object({ text: z.string(), seen: z.string() })

/** Saves of one field go one after the other, also when the field has left the page and come back meanwhile. */
const lines = new Map<string, Promise<unknown>>()

function inLine<T>(key: string, work: () => Promise<T>): Promise<T> {
  const mine = (lines.get(key) ?? Promise.resolve()).then(work)
  const settled = mine.then(
    () => undefined,
    () => undefined,
  )
  lines.set(key, settled)
  void settled.then(() => lines.get(key) === settled && lines.delete(key))
  return mine
}

function useInlineField(options: InlineFieldOptions) {
  const { value, draft, pauseMs = PAUSE_MS } = options
  // Null: the field shows what is saved.
  const [text, setText] = useState<string | null>(null)
  const [state, setState] = useState<InlineState>({ at: 'idle' })
  const pending = useRef<{ text: string; seen: string } | null>(null)
  const sending = useRef(false)
  const latest = useRef(options)
  useEffect(() => {
    latest.current = options
  })
  const store = sessionDraft(`inline:${draft}`, kept)

  const hold = (next: { text: string; seen: string } | null) => {
    pending.current = next
    setText(next?.text ?? null)
    if (next) store.save(next)
    else store.forget()
  }
  const drop = () => {
    hold(null)
    setState({ at: 'idle' })
  }
  /** Sends what is typed, then what was typed meanwhile, until nothing is left or something stands in the way. */
  const commit = async () => {
    while (pending.current && !sending.current) {
      const { text: mine, seen } = pending.current
      if ([seen, latest.current.value].some((there) => there.trim() === mine.trim())) return drop()
      const problem = latest.current.problemOf?.(mine) ?? null
      if (problem !== null) return setState({ at: 'failed', failed: { code: 'problem', message: problem } })
      sending.current = true
      setState({ at: 'saving' })
      const saved = await inLine(draft, () => latest.current.save(mine, seen)).finally(() => {
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

  const restore = useEffectEvent((key: string) => {
    const found = sessionDraft(`inline:${key}`, kept).read()
    if (!found) return
    if (found.text.trim() === value.trim()) return store.forget()
    hold(found)
    if (found.seen !== value) setState({ at: 'conflict', theirs: value })
    else if (pauseMs === null) void commit()
  })
  // Half of a date is no mistake yet: what is wrong is told when the field is left.
  const atPause = useEffectEvent((typed?: string) => {
    if (typed === undefined || !options.problemOf?.(typed)) void commit()
  })
  // oxlint-disable-next-line react/set-state-in-effect -- what a reload has left is in this tab, unknown to the server
  useEffect(() => restore(draft), [draft])
  const waiting = text !== null && state.at === 'idle' && pauseMs !== null
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setTimeout(atPause, pauseMs, text ?? '')
    return () => clearTimeout(timer)
  }, [waiting, text, pauseMs])
  const isOffline = state.at === 'offline'
  // Listens before anybody can read that there is no connection.
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
  // A row that is filtered away, a dialog that closes: what was typed is saved all the same.
  const leave = useEffectEvent(() => {
    if (state.at === 'idle') void commit()
  })
  useEffect(() => () => leave(), [])
  useLeaveGuard({ unsaved: text !== null, saving: state.at === 'saving', onLeave: store.forget })

  return {
    text: text ?? value,
    unsaved: text !== null,
    state,
    type,
    commit: () => void commit(),
    drop,
    /** Sends mine once more, now knowing what stands there. */
    again: () => {
      if (pending.current && state.at === 'conflict') hold({ ...pending.current, seen: state.theirs })
      void commit()
    },
  }
}

function failureState(saved: Exclude<Saved, { ok: true }>): InlineState {
  if (saved.theirs !== undefined) return { at: 'conflict', theirs: saved.theirs }
  return saved.code === 'offline' ? { at: 'offline' } : { at: 'failed', failed: saved }
}
