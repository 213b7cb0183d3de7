import { useId, useRef, type ComponentProps, type KeyboardEvent } from 'react'
import { TextButton } from './button.tsx'
import { FailureWords } from './failure-alert.tsx'
import { Stylesheet } from './stylesheet.tsx'
import { useHydrated } from './use-hydrated.ts'
import { useInlineField, type InlineFieldOptions, type InlineState } from './use-inline-field.ts'
import sheet from './inline-field.css?url'

interface InlineFieldProps extends InlineFieldOptions {
  /** The control's name, where a column's head is its label. */
  label: string
  /** The control's id. */
  id?: string
  /** Several lines, growing with the text; Enter is part of it, and Ctrl+Enter saves. */
  multiline?: boolean
  /** A day is shown as `readAs` has it; the browser's own field takes its place while it has the focus. */
  type?: 'text' | 'date' | 'color'
  min?: string
  max?: string
  placeholder?: string
  maxLength?: number
  /** How a text reads to people: a day, a color. */
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
      // What stands in the way of a text is not gone because the field is left.
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
        <span className="inline-field-trouble" role="alert">
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
