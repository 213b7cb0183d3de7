import { TextField } from '#ui/field.tsx'
import { paths } from '#web/paths.ts'
import { fieldProps } from './field-props.ts'
import type { EventFormState } from './use-event-form.ts'
import type { UrlState } from './use-url-check.ts'

/** The last part of the event's address: proposed from the name, asked for on blur, reset on focus (R11.3). */
export function UrlField({ state }: { state: EventFormState }) {
  const { url, urlProblem, values, form, saved } = state
  const { error, onBlur, ...field } = fieldProps(state, 'urlName')
  return (
    <div className="form-url">
      <TextField
        {...field}
        required
        autoComplete="off"
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
  if (state === 'unknown') return `${path} could not be checked; saving will tell`
  return state === 'open' ? path : ''
}
