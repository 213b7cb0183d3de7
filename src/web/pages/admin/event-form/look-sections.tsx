/** The event form's groups of looks and doors: pictures and color, password and PDF. */
import { Controller } from 'react-hook-form'
import { PictureField } from '#features/uploads/ui/picture-field.tsx'
import { EVENT_LABELS } from '#features/events/ui/event-form/values.ts'
import { TextField } from '#ui/field.tsx'
import { uploadFile } from '#web/browser-upload.ts'
import { ColorField } from './color-field.tsx'
import { fieldId, fieldProps, type SectionProps } from './field-props.ts'
import { Section } from './sections.tsx'

export function PicturesSection({ state, onUpload }: SectionProps) {
  const picture = (name: 'mainImage' | 'secondImage', hint: string) => (
    <Controller
      control={state.form.control}
      name={name}
      render={({ field, fieldState }) => (
        <PictureField
          id={fieldId(name)}
          label={EVENT_LABELS[name]}
          hint={hint}
          required
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
          upload={uploadFile}
          onBusy={(busy) => onUpload(name, busy)}
        />
      )}
    />
  )
  return (
    <Section
      title="Pictures and color"
      lead="Two pictures are needed. More photos are added on the event’s page."
    >
      {picture('mainImage', 'On the list, and behind the name.')}
      {picture('secondImage', 'Below the words.')}
      <ColorField state={state} />
    </Section>
  )
}

export function PrivateSection({ state }: SectionProps) {
  return (
    <Section
      title="Private, or a PDF"
      lead="Most events need neither. A PDF is an https:// address, or a path of this site."
    >
      <TextField
        {...fieldProps(state, 'password')}
        autoComplete="off"
        spellCheck={false}
        hint="Hides the event from everybody without it."
      />
      <TextField
        {...fieldProps(state, 'pdfLink')}
        type="url"
        inputMode="url"
        autoComplete="off"
        hint="Replaces the first page with this PDF."
      />
    </Section>
  )
}
