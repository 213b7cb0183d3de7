/** The form that says which news is e-mailed, and how often. */
import { z } from 'zod'
import { ApiForm } from '#ui/api-form.tsx'
import { FailureAlert } from '#ui/alert.tsx'
import { CheckField, SelectField } from '#ui/field.tsx'
import { toast } from '#ui/toast.tsx'
import { useApiForm } from '#ui/use-api-form.ts'
import { useApiQuery } from '#ui/use-api-query.ts'
import { getNewsSettings, saveNewsSettings } from '../contract.ts'
import { KIND_LABELS, NEWS_KINDS, type NewsSettings as Settings, PACES } from '../rules.ts'
import { Section } from '#ui/paper.tsx'

const PACE_LABELS = {
  now: 'At once',
  daily: 'Once a day, at 8 in the morning',
  never: 'Never',
} satisfies Record<Settings['pace'], string>

export function NewsSettings({ id }: { id: string }) {
  const { data, failed, refetch } = useApiQuery(getNewsSettings, {})
  return (
    <Section id={id} title="News by email">
      <p>Goes to the admin email of the event. Today lists the news in any case.</p>
      <FailureAlert failed={failed} onRetry={refetch} />
      {data && <SettingsForm key={JSON.stringify(data)} settings={data} />}
    </Section>
  )
}

const schema = z.object({ pace: z.enum(PACES), kinds: z.array(z.enum(NEWS_KINDS)) })

function SettingsForm({ settings }: { settings: Settings }) {
  const form = useApiForm(saveNewsSettings, {
    prefix: 'news',
    schema,
    values: settings,
    labels: { pace: 'How often' },
    toInput: (body) => ({ body }),
    invalidates: [getNewsSettings],
    onDone: () => toast('Saved.'),
  })
  return (
    <ApiForm form={form} label="News by email" does="Save">
      <SelectField {...form.field('pace')} required options={PACE_LABELS} />
      <fieldset>
        <legend>What</legend>
        {NEWS_KINDS.map((kind) => (
          <CheckField
            key={kind}
            {...form.form.register('kinds')}
            id={`news-kind-${kind}`}
            value={kind}
            defaultChecked={settings.kinds.includes(kind)}
          >
            {KIND_LABELS[kind]}
          </CheckField>
        ))}
      </fieldset>
    </ApiForm>
  )
}
