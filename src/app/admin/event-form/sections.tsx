/** The sections of the event form in page order, except the options. */
import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import { getGuestsToTell } from '#domain/booking/contract/event.ts'
import { emailsNewDates, reachOf } from '#domain/booking/domain/reach.ts'
import { paymentSchedule } from '#domain/events/rules.ts'
import { AvailabilityChip } from '#app/public/event/availability.tsx'
import { EVENT_LABELS } from '#app/admin/event-form/labels.ts'
import { FileField, type FileFieldProps } from '#app/admin/uploads/file-field.tsx'
import { contrast } from '#shared/contrast.ts'
import { isDay, ranchDay } from '#shared/days.ts'
import { formatMoney, centsOfDollars } from '#shared/money.ts'
import { plural } from '#shared/text.ts'
import { venue } from '#shared/venue.ts'
import { Alert } from '#app/ui/alert.tsx'
import { TextButton } from '#app/ui/button.tsx'
import { CheckField, DayField, TextArea, TextField, DollarsField } from '#app/ui/field.tsx'
import { eventColor, readableOn, safeColor } from '#app/ui/panel.tsx'
import { uploadFile } from '#app/browser-upload.ts'
import { useApiQuery } from '#app/ui/use-api-query.ts'
import { paths } from '#app/paths.ts'
import { movesDays, OnTheseDates } from './dates-check.tsx'
import type { EventFormState, UrlState } from './use-event-form.ts'
import { ToCall } from '#app/admin/emails/to-call.tsx'
import { Text } from '#app/ui/text.tsx'

export interface SectionProps {
  state: EventFormState
  /**
   * Called with true when the upload of a picture for this field starts, and with false when the upload ends.
   */
  onUpload: (field: string, underWay: boolean) => void
}

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
    <Section title="Name and host" lead="What it is called, its web address, and who runs it.">
      <TextField {...state.followed('name')} required hint="As guests read it." />
      <UrlField state={state} />
      <TextField {...state.field('host')} hint="Shown after “WITH”." />
      <TextField
        {...state.field('hostCell')}
        required
        type="tel"
        hint="Guests get it in the Welcome email. Not on the page."
      />
      <TextField
        {...state.field('adminEmail')}
        type="email"
        hint={`Gets the notifications about this event. If empty: ${venue.email}.`}
      />
      <TextField
        {...state.field('hostEmail')}
        type="email"
        hint="Gets an email when a guest is overdue. Not on the page."
      />
    </Section>
  )
}

/**
 * Renders the field for the event's url name, which the form suggests from the event's name. The form checks
 * that the url name is free when the field loses focus. It forgets the result when the field gets the focus
 * again (R11.3).
 */
function UrlField({ state }: { state: EventFormState }) {
  const { url, urlProblem, values, form, saved } = state
  const { error, onBlur, ...field } = state.field('urlName')
  return (
    <div className="form-url">
      <TextField
        {...field}
        required
        autoCapitalize="none"
        spellCheck={false}
        hint="Small letters, digits and dashes."
        error={error ?? urlProblem}
        onFocus={() => {
          form.clearErrors('urlName')
          url.focus()
        }}
        onBlur={(event) => {
          void onBlur(event)
          url.blur()
        }}
      />
      <output className="note form-url-state">
        {error || urlProblem ? '' : describeState(url.state, values.urlName, saved?.urlName)}
      </output>
    </div>
  )
}

function describeState(state: UrlState, urlName: string, own: string | undefined): string {
  const path = paths.event(urlName)
  if (urlName === own) return path
  if (state === 'free') return `${path} is free`
  if (state === 'unknown') return `${path} could not be checked; saving will check it`
  return state === 'open' ? path : ''
}

export function DatesSection({ state }: SectionProps) {
  const { startDateDate, endDateDate } = state.values
  return (
    <Section
      title="Dates"
      lead="The dates decide where the event is listed and when payments are due. Guests read “Start, in words” and “End, in words”, which can name hours."
    >
      <DayField {...state.followed('startDateDate')} required chosen={startDateDate} />
      <DayField
        {...state.followed('endDateDate')}
        required
        chosen={endDateDate}
        {...(isDay(startDateDate) ? { min: startDateDate } : {})}
      />
      <OnTheseDates house={state.house} />
      <TextField {...state.field('startDate')} required placeholder="Thu, May 6" />
      <TextField {...state.field('endDate')} required placeholder="Mon, May 10" />
      <TellGuests state={state} />
    </Section>
  )
}

/**
 * Renders the checkbox "e-mail the new days to the guests", with the number of e-mails and the guests to call. Renders
 * nothing if the event has no guests or its days are unchanged. Not checked in advance: a correction of a typing error
 * must not e-mail everyone, and the event's page asks again afterwards.
 */
function TellGuests({ state }: Pick<SectionProps, 'state'>) {
  const { saved, values, tellGuests, setTellGuests } = state
  const moves = saved !== null && saved.reservedSpots > 0 && movesDays(saved, values)
  const { data } = useApiQuery(getGuestsToTell, { query: { id: saved?.id ?? 0 } }, { enabled: moves })
  if (!moves || !isDay(values.startDateDate)) return null
  if (!canEmail(values, saved))
    return <p className="note">No email goes out about dates that have begun. Please call the guests.</p>
  const { emailed, toCall } = reachOf(data?.guests ?? [])
  return (
    <div>
      {(data === null || emailed.length > 0) && (
        <CheckField
          id="tell-guests"
          checked={tellGuests}
          onChange={(event) => setTellGuests(event.target.checked)}
        >
          <Text>
            Email the new dates to {data === null ? 'the confirmed guests' : plural(emailed.length, 'guest')}.
            Spots are kept, and due dates move with the first day.
          </Text>
        </CheckField>
      )}
      <ToCall names={toCall.map(({ name }) => name)} />
    </div>
  )
}

const canEmail = ({ startDateDate }: EventFormState['values'], { cancelled }: { cancelled: boolean }) =>
  emailsNewDates({ startDateDate, cancelled }, ranchDay(new Date()))

export function PriceSection({ state }: SectionProps) {
  return (
    <Section title="Price and spots" lead="What one person pays, and how many can come.">
      <CostField state={state} />
      <TextField
        {...state.field('spots')}
        required
        inputMode="numeric"
        hint={describeSpots(state.saved?.reservedSpots ?? 0)}
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

/** Renders the field for the event's price. The admin types dollars, and the site stores cents (R11.4). */
function CostField({ state }: { state: EventFormState }) {
  const set = (cost: string) => state.form.setValue('cost', cost, { shouldValidate: true, shouldTouch: true })
  return (
    <div>
      <DollarsField {...state.field('cost')} required hint="Per person. 0 is free, -1 shows no price." />
      <p className="form-cost">
        <output className="note">
          <Text>{describeCost(state.values.cost)}</Text>
        </output>
        <TextButton onClick={() => set('0')}>Free</TextButton>
        <TextButton onClick={() => set('-1')}>No price shown</TextButton>
      </p>
    </div>
  )
}

function describeCost(typed: string): string {
  const cost = centsOfDollars(typed)
  if (cost === null) return ''
  if (cost < 0) return 'No price shown: guests sign up without a payment.'
  if (cost === 0) return 'Free: guests sign up without a payment.'
  if (cost < 100) return ''
  // Any start day and any sign-up day work here, because deposit and remainder do not depend on them.
  const { deposit, remainder } = paymentSchedule({ cost, startDateDate: '2000-01-01' }, '2000-01-01')
  return `${formatMoney(deposit)} at sign-up, ${formatMoney(remainder)} due 30 days before the start.`
}

function describeSpots(taken: number): string {
  return taken === 0 ? 'One person, one spot.' : `${taken} of them ${taken === 1 ? 'is' : 'are'} taken.`
}

export function DescriptionSection({ state }: SectionProps) {
  return (
    <Section title="Description" lead="For readers who have never heard of it.">
      <TextArea
        {...state.field('shortDescription')}
        rows={2}
        hint="One sentence, shown in the list and when someone shares the link."
      />
      <TextArea {...state.field('longDescription')} rows={6} hint="A blank line starts a new paragraph." />
      <TextArea {...state.field('includes')} rows={2} hint="A semicolon starts a new line." />
    </Section>
  )
}

type UploadedField = 'mainImage' | 'secondImage' | 'pdfLink'

type UploadFieldProps = SectionProps &
  Pick<FileFieldProps, 'kind' | 'hint' | 'required'> & { name: UploadedField }

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
        hint="Shown in the list, and behind the name."
        required
      />
      <UploadField {...props} kind="picture" name="secondImage" hint="Shown below the text." required />
      <ColorField state={props.state} />
    </Section>
  )
}

/** Light colors that match the site's design. The first one is the default for a new event (R17.6). */
const SWATCHES = [
  ['#ebddc0', 'Light sand'],
  ['#f3d3b8', 'Clay'],
  ['#f0d9d3', 'Rose'],
  ['#d9e4cf', 'Sage'],
  ['#cfe3e2', 'Sky'],
  ['#dcd7ea', 'Lilac'],
] as const

/** The smallest contrast ratio between text and background that WCAG 2.2 AA allows. */
const LEAST_CONTRAST = 4.5

function ColorField({ state }: { state: EventFormState }) {
  const { form, values } = state
  const color = safeColor(values.color)
  const readable = contrast(color, readableOn(color))
  return (
    <div className="form-wide form-color">
      <div>
        <TextField
          {...state.field('color')}
          required
          type="color"
          hint="Shown behind the words on the event’s page and in the list. Choose a light color."
        />
        <fieldset className="form-swatches" aria-label="Suggested colors">
          {SWATCHES.map(([swatch, name]) => (
            <button
              key={swatch}
              type="button"
              aria-label={name}
              title={name}
              aria-pressed={color === swatch}
              style={{ '--swatch': swatch }}
              onClick={() => form.setValue('color', swatch, { shouldValidate: true })}
            />
          ))}
        </fieldset>
      </div>
      <div>
        <div className="form-color-card event-surface" style={eventColor(color)}>
          <strong>{values.name.trim() || 'The event’s name'}</strong>
          <AvailabilityChip event={{ spotsLeft: 11, isFull: false, showWaitlist: false, cancelled: false }} />
        </div>
        <p className="note">
          <Text>
            {color}
            {readable < LEAST_CONTRAST ? '' : ' · Easy to read'}
          </Text>
        </p>
        {readable < LEAST_CONTRAST && (
          <Alert tone="warn" title="Hard to read." text="A lighter color helps." />
        )}
      </div>
    </div>
  )
}

export function PrivateSection(props: SectionProps) {
  return (
    <Section title="Private, or a PDF" lead="Most events need neither.">
      <TextField
        {...props.state.field('password')}
        spellCheck={false}
        hint="Only guests who enter it can see the event."
      />
      <UploadField
        {...props}
        kind="PDF"
        name="pdfLink"
        hint="Guests see this PDF instead of the description, what is included, lodging, extras and “About the stay”. Some other sites do not allow their PDFs to be shown here. If the preview stays empty, upload the file instead. Guests can always press “Open PDF”."
      />
    </Section>
  )
}
