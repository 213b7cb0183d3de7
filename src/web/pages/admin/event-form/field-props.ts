import { EVENT_LABELS, type EventField } from '#features/events/ui/event-form/values.ts'
import type { EventFormState } from './use-event-form.ts'

export interface SectionProps {
  state: EventFormState
  /** A picture of this field is on its way, or has arrived. */
  onUpload: (field: EventField, underWay: boolean) => void
}

/** The id of a field's control, where the error summary leads. */
export const fieldId = (field: EventField) => `event-${field}`

/** The props of every control of the form: id, label, error, and its place in the form. */
export function fieldProps({ form }: EventFormState, field: EventField) {
  return {
    ...labelProps(form.formState.errors[field]?.message, field),
    ...form.register(field),
  }
}

/** The same for a control that others follow. */
export function followedProps(state: EventFormState, field: 'name' | 'startDateDate' | 'endDateDate') {
  const { onChange, ...registered } = state.followed(field)
  return {
    ...labelProps(state.form.formState.errors[field]?.message, field),
    ...registered,
    onChange: (event: Parameters<typeof onChange>[0]) => void onChange(event),
  }
}

function labelProps(error: string | undefined, field: EventField) {
  return { id: fieldId(field), label: EVENT_LABELS[field], error }
}
