/** The form that makes and changes events (R11.1). */
import { useEffect, useRef, useState } from 'react'
import { ErrorSummary, type Problem } from '#ui/error-summary.tsx'
import { checkEvent, EVENT_FIELDS, EVENT_LABELS } from '#features/events/ui/event-form/values.ts'
import { useStarted } from '#ui/use-started.ts'
import { LeaveDialog } from '../leave-dialog.tsx'
import { EventPreview } from './event-preview.tsx'
import { FailurePanel } from './failure-panel.tsx'
import { fieldId } from './field-props.ts'
import { RestoredNote } from './restored-note.tsx'
import { SaveBar } from './save-bar.tsx'
import { DatesSection, PriceSection, WhatSection, WordsSection } from './sections.tsx'
import { PicturesSection, PrivateSection } from './look-sections.tsx'
import { StaleDialog } from './stale-dialog.tsx'
import { useEventForm, type EventFormOptions } from './use-event-form.ts'

export function EventForm(options: EventFormOptions) {
  const state = useEventForm(options)
  const { form, values, url, saving } = state
  const started = useStarted()
  const [uploads, setUploads] = useState<ReadonlySet<string>>(new Set())
  const [refusals, setRefusals] = useState(0)
  const [previewing, setPreviewing] = useState(false)
  const summary = useRef<HTMLDivElement>(null)
  const preview = useRef<HTMLButtonElement>(null)
  const problems = problemsOf(state)
  const busy = saving.at === 'busy'

  useEffect(() => {
    if (refusals > 0) summary.current?.focus()
  }, [refusals])

  const refuse = () => setRefusals(refusals + 1)
  const send = form.handleSubmit(async (input) => {
    if (busy || uploads.size > 0) return
    if ((await url.settle()) === 'taken') return refuse()
    setRefusals(0)
    await state.save(input)
  }, refuse)

  const closePreview = () => {
    setPreviewing(false)
    // The focus moves once the form is there again.
    requestAnimationFrame(() => preview.current?.focus())
  }
  const parts = {
    state,
    onUpload: (field: string, underWay: boolean) => setUploads((now) => withOrWithout(now, field, underWay)),
  }
  return (
    <>
      {previewing && <EventPreview values={values} saved={options.saved} onClose={closePreview} />}
      <form
        ref={blockEnter}
        noValidate
        method="post"
        className="event-form on-sheet column"
        aria-label={options.saved ? 'Update Event' : 'Create Event'}
        hidden={previewing}
        onSubmit={(event) => void send(event)}
      >
        {/* What is typed before React is there would be lost. */}
        <fieldset className="event-form-all" disabled={!started}>
          <div className="event-form-notes">
            {state.restored && <RestoredNote state={state} />}
            {refusals > 0 && problems.length > 0 && (
              <ErrorSummary problems={problems} ref={summary} onVisit={visit} />
            )}
          </div>
          <WhatSection {...parts} />
          <DatesSection {...parts} />
          <PriceSection {...parts} />
          <WordsSection {...parts} />
          <PicturesSection {...parts} />
          <PrivateSection {...parts} />
          {saving.at === 'failed' && <FailurePanel failure={saving.failure} />}
        </fieldset>
        <SaveBar
          state={state}
          missing={problems.map(({ label }) => label)}
          uploading={uploads.size > 0}
          previewRef={preview}
          onPreview={() => {
            setPreviewing(true)
            window.scrollTo({ top: 0, behavior: 'instant' })
          }}
        />
      </form>
      {saving.at === 'stale' && <StaleDialog state={state} theirs={saving.theirs} />}
      <LeaveDialog unsaved={state.unsaved} leaving={state.leaving} onLeave={state.leave} />
    </>
  )
}

const PRESSED_BY_ENTER = new Set(['button', 'submit', 'file', 'color'])

/** Enter in the form is blocked (R11.1). In a text it still breaks the line, on a button it presses. */
function blockEnter(form: HTMLFormElement) {
  const listening = new AbortController()
  form.addEventListener('keydown', keepEnter, listening)
  return () => listening.abort()
}

function keepEnter(event: KeyboardEvent) {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
  if (!PRESSED_BY_ENTER.has(event.target.type)) event.preventDefault()
}

/** All that keeps the form from being saved, in the order of the page. */
function problemsOf({ values, urlProblem }: ReturnType<typeof useEventForm>): Problem[] {
  const checked = checkEvent(values)
  const found = checked.ok ? {} : checked.problems
  const all = urlProblem ? { ...found, urlName: urlProblem } : found
  return EVENT_FIELDS.flatMap((field) => {
    const message = all[field]
    return message ? [{ id: fieldId(field), label: EVENT_LABELS[field], message }] : []
  })
}

function withOrWithout(all: ReadonlySet<string>, one: string, wanted: boolean): ReadonlySet<string> {
  const next = new Set(all)
  if (wanted) next.add(one)
  else next.delete(one)
  return next
}

/** Brings a field into view, clear of the fixed bars, and puts the cursor in it. */
function visit(id: string) {
  const field = document.getElementById(id)
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
