/** The event form's groups of words and numbers: what and where, dates, price and spots, words. */
import type { ReactNode } from 'react'
import { isDay } from '#shared/days.ts'
import { CheckField, DayField, TextArea, TextField } from '#ui/field.tsx'
import { venue } from '#shared/venue.ts'
import { EVENT_LABELS } from '#features/events/ui/event-form/values.ts'
import { ColorField, CostField, type SectionProps, UrlField } from './fields.tsx'
import { movesDays } from './event-requests.ts'
import { Controller } from 'react-hook-form'
import { FileField, type FileFieldProps } from '#features/uploads/ui/file-field.tsx'
import { uploadFile } from '#web/browser-upload.ts'

function Section({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="form-section">
      <legend className="form-section-title">{title}</legend>
      <p className="form-section-lead">{lead}</p>
      <div className="form-section-fields">{children}</div>
    </fieldset>
  )
}

export function WhatSection({ state }: SectionProps) {
  return (
    <Section title="What and where" lead="Its name, its address, and who runs it.">
      <TextField {...state.followed('name')} required hint="As guests read it." />
      <UrlField state={state} />
      <TextField {...state.field('host')} hint="Shown after “WITH”." />
      <TextField {...state.field('hostCell')} required type="tel" hint="For the team. Not on the page." />
      <TextField {...state.field('adminEmail')} type="email" hint={`If empty: ${venue.email}.`} />
      <TextField
        {...state.field('hostEmail')}
        type="email"
        hint="Told when a guest is overdue. Not on the page."
      />
    </Section>
  )
}

export function DatesSection({ state }: SectionProps) {
  const { startDateDate, endDateDate } = state.values
  return (
    <Section
      title="Dates"
      lead="The dates sort the event and set when payments are due. The text beside them is what guests read, and may name hours."
    >
      <DayField {...state.followed('startDateDate')} required chosen={startDateDate} />
      <DayField
        {...state.followed('endDateDate')}
        required
        chosen={endDateDate}
        {...(isDay(startDateDate) ? { min: startDateDate } : {})}
      />
      <TextField {...state.field('startDate')} required placeholder="Thu, May 6" />
      <TextField {...state.field('endDate')} required placeholder="Mon, May 10" />
      <TellGuests state={state} />
    </Section>
  )
}

/** The box "tell the guests"; only where guests are coming and the days have changed. */
function TellGuests({ state }: Pick<SectionProps, 'state'>) {
  const { saved, values, tellGuests, setTellGuests } = state
  if (!saved || saved.reservedSpots === 0 || !movesDays(saved, values)) return null
  return (
    <CheckField
      id="tell-guests"
      checked={tellGuests}
      onChange={(event) => setTellGuests(event.target.checked)}
    >
      Email the new dates to all confirmed guests. Their spots are kept, and due dates move with the first
      day.
    </CheckField>
  )
}

export function PriceSection({ state }: SectionProps) {
  return (
    <Section title="Price and spots" lead="What one person pays, and how many can come.">
      <CostField state={state} />
      <TextField
        {...state.field('spots')}
        required
        inputMode="numeric"
        hint={spotsWords(state.saved?.reservedSpots ?? 0)}
      />
      <TextArea
        {...state.field('costAddendum')}
        rows={2}
        hint="Under the price. A semicolon starts a new line."
      />
      <CheckField {...state.check('showWaitlist')}>{EVENT_LABELS.showWaitlist}</CheckField>
    </Section>
  )
}

function spotsWords(taken: number): string {
  return taken === 0 ? 'One person, one spot.' : `${taken} of them ${taken === 1 ? 'is' : 'are'} taken.`
}

export function DescriptionSection({ state }: SectionProps) {
  return (
    <Section title="Description" lead="For somebody who has never heard of it.">
      <TextArea
        {...state.field('shortDescription')}
        rows={2}
        hint="One sentence: on the list and in links."
      />
      <TextArea {...state.field('longDescription')} rows={6} hint="A blank line starts a new paragraph." />
      <TextArea {...state.field('includes')} rows={2} hint="A semicolon starts a new line." />
    </Section>
  )
}

type UploadedField = 'mainImage' | 'secondImage' | 'pdfLink'

type UploadFieldProps = SectionProps &
  Pick<FileFieldProps, 'kind' | 'hint' | 'required'> & { name: UploadedField }

/** A field of the form that takes an address or a file. */
function UploadField({ state, onUpload, name, ...field }: UploadFieldProps) {
  return (
    <Controller
      control={state.form.control}
      name={name}
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <FileField
          {...field}
          id={`event-${name}`}
          label={EVENT_LABELS[name]}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          error={fieldState.error?.message}
          upload={uploadFile}
          onBusy={(busy) => onUpload(name, busy)}
        />
      )}
    />
  )
}

/** The event form's groups of looks and doors: pictures and color, password and PDF. */
export function PicturesSection(props: SectionProps) {
  return (
    <Section
      title="Pictures and color"
      lead="Two pictures are needed. More photos are added on the event’s page."
    >
      <UploadField
        {...props}
        kind="picture"
        name="mainImage"
        hint="On the list, and behind the name."
        required
      />
      <UploadField {...props} kind="picture" name="secondImage" hint="Below the words." required />
      <ColorField state={props.state} />
    </Section>
  )
}

export function PrivateSection(props: SectionProps) {
  return (
    <Section title="Private, or a PDF" lead="Most events need neither.">
      <TextField
        {...props.state.field('password')}
        spellCheck={false}
        hint="Hides the event from everybody without it."
      />
      <UploadField {...props} kind="PDF" name="pdfLink" hint="Replaces the first page with this PDF." />
    </Section>
  )
}
