import { AvailabilityChip } from '#features/events/ui/availability-chip.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/field.tsx'
import { contrast } from '#shared/contrast.ts'
import { eventColor, readableOn, safeColor } from '#web/ui/event-color.ts'
import { fieldProps } from './field-props.ts'
import type { EventFormState } from './use-event-form.ts'

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
          {...fieldProps(state, 'color')}
          required
          type="color"
          hint="Should be light: the words lie on it."
        />
        <fieldset className="form-swatches" aria-label="Colors of the house">
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
          {color} · the words on it have a contrast of {readable.toFixed(1)}
        </p>
        {readable < LEAST_CONTRAST && (
          <Notice tone="warn" title="Words are hard to read on this color.">
            <p>Their contrast should be {LEAST_CONTRAST} or more. A lighter color helps.</p>
          </Notice>
        )}
      </div>
    </div>
  )
}
