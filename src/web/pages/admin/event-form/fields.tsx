import type { EventField } from '#features/events/ui/event-form/values.ts'
import type { EventFormState, UrlState } from './use-event-form.ts'
import { DollarsField, TextField } from '#ui/field.tsx'
import { paths } from '#web/paths.ts'
import { paymentSchedule } from '#features/events/rules.ts'
import { formatMoney } from '#shared/money.ts'
import { centsOfDollars } from '#shared/typed-money.ts'
import { TextButton } from '#ui/button.tsx'
import { AvailabilityChip } from '#features/events/ui/availability-chip.tsx'
import { Alert } from '#ui/alert.tsx'
import { contrast } from '#shared/contrast.ts'
import { eventColor, readableOn, safeColor } from '#ui/paper.tsx'

export interface SectionProps {
  state: EventFormState
  /** A picture of this field is on its way, or has arrived. */
  onUpload: (field: EventField, underWay: boolean) => void
}

/** The last part of the event's address: proposed from the name, asked for on blur, reset on focus (R11.3). */
export function UrlField({ state }: { state: EventFormState }) {
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
        {error || urlProblem ? '' : stateWords(url.state, values.urlName, saved?.urlName)}
      </output>
    </div>
  )
}

function stateWords(state: UrlState, urlName: string, own: string | undefined): string {
  const path = paths.event(urlName)
  if (urlName === own) return path
  if (state === 'free') return `${path} is free`
  if (state === 'unknown') return `${path} could not be checked; saving will check it`
  return state === 'open' ? path : ''
}

/** The price in dollars, kept as cents, with what it means in words (R11.4). */
export function CostField({ state }: { state: EventFormState }) {
  const set = (cost: string) => state.form.setValue('cost', cost, { shouldValidate: true, shouldTouch: true })
  return (
    <div>
      <DollarsField {...state.field('cost')} required hint="Per person. 0 is free, -1 shows no price." />
      <p className="form-cost">
        <output className="note">{costWords(state.values.cost)}</output>
        <TextButton onClick={() => set('0')}>Free</TextButton>
        <TextButton onClick={() => set('-1')}>No price shown</TextButton>
      </p>
    </div>
  )
}

function costWords(typed: string): string {
  const cost = centsOfDollars(typed)
  if (cost === null) return ''
  if (cost < 0) return 'No price shown: guests sign up without a payment.'
  if (cost === 0) return 'Free: guests sign up without a payment.'
  if (cost < 100) return ''
  // Which day it is does not change the halves.
  const { deposit, remainder } = paymentSchedule({ cost, startDateDate: '2000-01-01' }, '2000-01-01')
  return `${formatMoney(deposit)} at sign-up, ${formatMoney(remainder)} due 30 days before the start.`
}

/** Light ones that go with the house's own; the first is the default (R17.6). */
const SWATCHES = [
  ['#ebddc0', 'Light sand'],
  ['#f3d3b8', 'Clay'],
  ['#f0d9d3', 'Rose'],
  ['#d9e4cf', 'Sage'],
  ['#cfe3e2', 'Sky'],
  ['#dcd7ea', 'Lilac'],
] as const

/** WCAG 2.2 AA for running text. */
const LEAST_CONTRAST = 4.5

/** The event's color, on a card as guests see it, and a warning when words on it are hard to read. */
export function ColorField({ state }: { state: EventFormState }) {
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
          hint="Should be light: text is shown on it."
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
          <AvailabilityChip
            event={{ spots: 11, reservedSpots: 0, isFull: false, showWaitlist: false, cancelled: false }}
          />
        </div>
        <p className="note">
          {color}
          {readable < LEAST_CONTRAST ? '' : ' · Easy to read'}
        </p>
        {readable < LEAST_CONTRAST && (
          <Alert tone="warn" title="Hard to read.">
            <p>A lighter color helps.</p>
          </Alert>
        )}
      </div>
    </div>
  )
}
