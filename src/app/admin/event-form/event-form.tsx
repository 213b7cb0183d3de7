/** The form that creates and edits events (R11.1). */
import { type Ref, useRef, useState } from 'react'
import { previewOf } from '#app/admin/event-form/preview.ts'
import { EVENT_FIELDS, EVENT_LABELS } from '#app/admin/event-form/labels.ts'
import { checkEvent } from '#app/admin/event-form/values.ts'
import { withOrWithout } from '#shared/collections.ts'
import { ranchDay } from '#shared/days.ts'
import { ErrorSummary, FailureAlert, Alert } from '#app/ui/alert.tsx'
import { Button, SubmitButton, TextButton } from '#app/ui/button.tsx'
import { focusOnMount } from '#app/ui/focus.ts'
import { useHydrated } from '#app/ui/tab-store.ts'
import { EventBody, EventBanner, PdfBody } from '#app/public/event/event-body.tsx'
import { AboutSection } from './about-section.tsx'
import { DateQuestion } from './dates-check.tsx'
import { OptionsSection } from './options-section.tsx'
import {
  DatesSection,
  PicturesSection,
  PriceSection,
  PrivateSection,
  WhatSection,
  DescriptionSection,
} from './sections.tsx'
import { PublishPart } from './publish-part.tsx'
import {
  type EventFormOptions,
  type EventFormState,
  type Publishing,
  useEventForm,
} from './use-event-form.ts'
import { Text } from '#app/ui/text.tsx'

export function EventForm(options: EventFormOptions) {
  const state = useEventForm(options)
  const { busy, refusal } = state
  const started = useHydrated()
  const [uploads, setUploads] = useState<ReadonlySet<string>>(new Set())
  const [previewing, setPreviewing] = useState(false)
  const preview = useRef<HTMLButtonElement>(null)

  const closePreview = () => {
    setPreviewing(false)
    // Waits until React shows the form again in place of the preview. Before that, the hidden preview button
    // cannot take the focus.
    requestAnimationFrame(() => preview.current?.focus())
  }
  const saves = savesFor(state)
  const send = (how: Publishing) => {
    if (!busy && uploads.size === 0) void state.submit(how)
  }
  const parts = {
    state,
    onUpload: (field: string, underWay: boolean) =>
      setUploads((now) => withOrWithout(now, [field], underWay)),
  }
  return (
    <>
      {previewing && <EventPreview state={state} onClose={closePreview} />}
      <form
        ref={blockEnter}
        noValidate
        method="post"
        className="event-form on-sheet column"
        aria-label={options.saved ? 'Update Event' : 'Create Event'}
        hidden={previewing}
        onSubmit={(event) => {
          event.preventDefault()
          send(saves.main.how)
        }}
      >
        {/* The fields stay disabled until React starts, because React would lose text that was typed earlier. */}
        <fieldset className="event-form-all" disabled={!started}>
          <div className="event-form-notes">
            {state.restored && <RestoredNote state={state} />}
            {state.problems.length > 0 && (
              <ErrorSummary id={state.summaryId ?? ''} problems={state.problems} />
            )}
          </div>
          <WhatSection {...parts} />
          <DatesSection {...parts} />
          <PriceSection {...parts} />
          <OptionsSection {...parts} />
          <DescriptionSection {...parts} />
          <PicturesSection {...parts} />
          <AboutSection {...parts} />
          <PrivateSection {...parts} />
          {/* The form keeps everything that the admin typed if saving fails (R11.6). */}
          <FailureAlert failed={refusal} title="Something went wrong" ref={focusOnMount}>
            {refusal?.code !== 'unauthenticated' && <p>Nothing was saved, and nothing you typed is lost.</p>}
          </FailureAlert>
        </fieldset>
        <SaveBar
          state={state}
          missing={missingLabels(state)}
          uploading={uploads.size > 0}
          saves={saves}
          onSave={send}
          previewRef={preview}
          onPreview={() => {
            setPreviewing(true)
            window.scrollTo({ top: 0, behavior: 'instant' })
          }}
        />
      </form>
      {state.conflict}
      <DateQuestion {...state.dateQuestion} />
    </>
  )
}

const PRESSED_BY_ENTER = new Set(['button', 'submit', 'file', 'color'])

/**
 * Stops Enter from submitting the form (R11.1). Enter still starts a new line in a text area and still
 * presses a focused button.
 */
function blockEnter(form: HTMLFormElement) {
  const listening = new AbortController()
  form.addEventListener('keydown', keepEnter, listening)
  return () => listening.abort()
}

function keepEnter(event: KeyboardEvent) {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
  if (!PRESSED_BY_ENTER.has(event.target.type)) event.preventDefault()
}

/** Returns the labels of all fields that are missing or invalid, in page order. */
function missingLabels({ values, urlProblem }: EventFormState): string[] {
  const checked = checkEvent(values)
  const found = checked.ok ? {} : checked.problems
  const all = urlProblem ? { ...found, urlName: urlProblem } : found
  return EVENT_FIELDS.filter((field) => all[field]).map((field) => EVENT_LABELS[field])
}

function RestoredNote({ state: { opened, saved, startOver } }: { state: EventFormState }) {
  const changed = saved !== null && opened.version !== saved.version
  return (
    <Alert tone="good" title="What you typed is still here.">
      <p>
        <Text>
          The password was not kept. If you changed it, type it again.{' '}
          {changed &&
            'Someone else has saved this event since then. When you save, you see the differences. '}
        </Text>
        <TextButton onClick={startOver}>Start over instead</TextButton>
      </p>
    </Alert>
  )
}

interface Save {
  words: string
  how: Publishing
}

interface Saves {
  main: Save
  others: Save[]
  /** True to offer "Publish on …" too. */
  canSchedule: boolean
}

/** Returns the buttons that save the event: what they say, and whether visitors see the event then (R58.5). */
function savesFor({ saved, hasGuests }: Pick<EventFormState, 'saved' | 'hasGuests'>): Saves {
  const asDraft: Save = { words: 'Save as draft', how: { status: 'draft' } }
  if (!saved) return { main: { words: 'Create Event', how: {} }, others: [asDraft], canSchedule: true }
  if (saved.status !== 'published')
    return {
      main: { words: 'Publish now', how: { status: 'published' } },
      others: [asDraft],
      canSchedule: true,
    }
  const others = hasGuests ? [] : [{ ...asDraft, words: 'Back to draft' }]
  return { main: { words: 'Update Event', how: {} }, others, canSchedule: false }
}

interface SaveBarProps {
  state: EventFormState
  saves: Saves
  onSave: (how: Publishing) => void
  missing: string[]
  uploading: boolean
  previewRef: Ref<HTMLButtonElement>
  onPreview: () => void
}

/**
 * Renders the bar that stays at the bottom: missing fields, the preview button and the save buttons. The save
 * buttons are disabled until all values are valid (R11.2).
 */
function SaveBar({ state, saves, onSave, missing, uploading, previewRef, onPreview }: SaveBarProps) {
  const [choosing, setChoosing] = useState(false)
  const later = useRef<HTMLButtonElement>(null)
  const { url, busy, saved, dirty: unsaved } = state
  const unchanged = saved ? 'Nothing changed yet.' : 'Nothing typed yet.'
  const closed = missing.length > 0 || uploading || !['free', 'unknown'].includes(url.state)
  const unready = { 'aria-disabled': closed || undefined, 'aria-describedby': 'save-bar-words' }
  const closePart = () => {
    setChoosing(false)
    later.current?.focus()
  }
  return (
    <div className="save-bar">
      {choosing && (
        <PublishPart
          publishAt={saved?.publishAt ?? null}
          startDateDate={state.values.startDateDate}
          unready={unready}
          onChosen={(publishAt) => onSave({ status: 'scheduled', publishAt })}
          onClose={closePart}
        />
      )}
      <p id="save-bar-words" className="save-bar-words">
        {busy ? 'Saving …' : describeSaveBar(missing, uploading, unsaved) || unchanged}
      </p>
      <div className="save-bar-buttons">
        <Button look="plain" ref={previewRef} onClick={onPreview}>
          Preview
        </Button>
        {saves.others.map(({ words, how }) => (
          <Button key={words} look="plain" {...unready} onClick={() => onSave(how)}>
            {words}
          </Button>
        ))}
        {saves.canSchedule && (
          <Button
            look="plain"
            ref={later}
            aria-expanded={choosing}
            onClick={() => (choosing ? closePart() : setChoosing(true))}
          >
            Publish on …
          </Button>
        )}
        <SubmitButton busy={busy} closed={closed} describedBy="save-bar-words" needsReact>
          {saves.main.words}
        </SubmitButton>
      </div>
    </div>
  )
}

function describeSaveBar(missing: string[], uploading: boolean, unsaved: boolean): string {
  if (uploading) return 'A file is still uploading.'
  if (missing.length > 3)
    return `Still to do: ${missing.slice(0, 2).join(', ')} and ${missing.length - 2} more.`
  if (missing.length > 0) return `Still to do: ${missing.join(', ')}.`
  return unsaved ? 'Not saved yet.' : ''
}

interface EventPreviewProps {
  state: Pick<EventFormState, 'values' | 'saved' | 'rooms'>
  onClose: () => void
}

/** Renders the event's page with the typed values. The sign-up form in this preview sends nothing. */
function EventPreview({ state: { values, saved, rooms }, onClose }: EventPreviewProps) {
  const [pressed, setPressed] = useState(false)
  const [today] = useState(() => ranchDay(new Date()))
  const event = previewOf(values, saved, { today, rooms })
  const framed = event.pdfLink !== null && event.pdfLink.startsWith('/')
  const Body = framed ? PdfBody : EventBody
  return (
    <section className="event-preview" aria-label="Preview">
      <div className="preview-bar on-sheet" tabIndex={-1} ref={focusOnMount}>
        <output>
          <Text>
            {pressed ? 'Nobody can sign up in a preview.' : 'Preview: as guests will see it.'}
            {event.pdfLink &&
              !framed &&
              ' Guests see the PDF instead of the text below. The preview cannot show a PDF from another site.'}
          </Text>
        </output>
        <Button onClick={onClose}>Back to the form</Button>
      </div>
      <div className="on-ground">
        <EventBanner event={event} />
        <Body event={event} onAct={() => setPressed(true)} />
      </div>
    </section>
  )
}
