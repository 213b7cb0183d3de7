/** The optional parts of an event's page that help a visitor decide (R54), each folded until the admin opens it. */
import type { ReactNode } from 'react'
import { MOST_PICTURES, MOST_QUOTES } from '#domain/events/contract/about.ts'
import { readAbout, type TypedAbout, writeAbout } from '#app/admin/event-form/about-values.ts'
import { EVENT_LABELS } from '#app/admin/event-form/labels.ts'
import { FileField } from '#app/admin/uploads/file-field.tsx'
import { uploadFile } from '#app/browser-upload.ts'
import { TextButton } from '#app/ui/button.tsx'
import { FieldError, TextArea, TextField } from '#app/ui/field.tsx'
import { Text } from '#app/ui/text.tsx'
import type { SectionProps } from './sections.tsx'

type TextPart = Exclude<keyof TypedAbout, 'pictures' | 'quotes'>

export function AboutSection({ state, onUpload }: SectionProps) {
  const { form, values } = state
  const { id: sectionId, error } = state.check('about')
  const about = readAbout(values.about)
  const change = (changes: Partial<TypedAbout>) =>
    // An upload may end after the admin has typed elsewhere, so this reads the newest values.
    form.setValue('about', writeAbout({ ...readAbout(form.getValues('about')), ...changes }), {
      shouldDirty: true,
      shouldTouch: true,
      shouldValidate: true,
    })
  const text = (name: TextPart) => ({
    id: `about-${name}`,
    value: about[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  })
  const file = (id: string) => ({
    id,
    kind: 'picture' as const,
    upload: uploadFile,
    onBusy: (busy: boolean) => onUpload(id, busy),
  })
  return (
    <fieldset className="form-section" id={sectionId} tabIndex={-1}>
      <legend className="form-section-title">{EVENT_LABELS.about}</legend>
      <p className="form-section-lead">
        All of it is optional. It answers what visitors ask before they sign up. Empty parts do not show.
      </p>
      <div className="form-folds">
        <FieldError id={sectionId} error={error} />
        <Fold title="A usual day" open={about.dayPlan !== ''}>
          <TextArea
            {...text('dayPlan')}
            label="Day plan"
            rows={6}
            hint="One line for each hour: the time, a dash, and what happens. Example: 7:30 AM – Coffee on the porch"
          />
        </Fold>
        <Fold title="The host" open={about.portrait !== '' || about.hostWords !== ''}>
          <FileField
            {...file('about-portrait')}
            label="Portrait of the host"
            hint="A face, cut to a square."
            value={about.portrait}
            onChange={(portrait) => change({ portrait })}
          />
          <TextArea
            {...text('hostWords')}
            label="Words of the host"
            rows={4}
            hint="Two or three sentences. Example: I have built walls for thirty years. I talk little and like to see people learn."
          />
        </Fold>
        <Fold
          title="Good to know"
          open={[about.level, about.groupSize, about.ages, about.accessibility].some((part) => part !== '')}
        >
          <TextField
            {...text('level')}
            label="Level"
            hint="Example: No experience needed. You lift stones of up to 20 pounds."
          />
          <TextField {...text('groupSize')} label="Group size" hint="Example: 6 to 9 people" />
          <TextField {...text('ages')} label="Ages" hint="Example: 16 and older. Under 18 with a parent." />
          <TextField
            {...text('accessibility')}
            label="Accessibility"
            hint="Say what a guest with a walker or a wheelchair meets. Example: One bedroom and bathroom without steps. The path to the barn is gravel."
          />
        </Fold>
        <Fold title="Rooms and meals" open={about.pictures.length > 0}>
          <Pictures
            pictures={about.pictures}
            file={file}
            read={() => readAbout(form.getValues('about')).pictures}
            onChange={(pictures) => change({ pictures })}
          />
        </Fold>
        <Fold title="Quotes" open={about.quotes.length > 0}>
          <Quotes quotes={about.quotes} onChange={(quotes) => change({ quotes })} />
        </Fold>
      </div>
    </fieldset>
  )
}

/** `open` counts only when the fold first appears, so that a part does not close while the admin types. */
function Fold({ title, open, children }: { title: string; open: boolean; children: ReactNode }) {
  return (
    <details className="form-fold" ref={(fold) => openOnce(fold, open)}>
      <summary>{title}</summary>
      <div className="form-section-fields">{children}</div>
    </details>
  )
}

function openOnce(fold: HTMLDetailsElement | null, open: boolean) {
  if (!fold || 'seen' in fold.dataset) return
  fold.dataset['seen'] = ''
  fold.open = open
}

interface PicturesProps {
  pictures: TypedAbout['pictures']
  file: (id: string) => Pick<Parameters<typeof FileField>[0], 'id' | 'kind' | 'upload' | 'onBusy'>
  /** Returns the pictures as they are now, for an upload that ends later. */
  read: () => TypedAbout['pictures']
  onChange: (pictures: TypedAbout['pictures']) => void
}

function Pictures({ pictures, file, read, onChange }: PicturesProps) {
  const change = (index: number, changes: Partial<TypedAbout['pictures'][number]>) =>
    onChange(read().map((picture, at) => (at === index ? { ...picture, ...changes } : picture)))
  return (
    <div className="form-wide">
      <p className="note">Up to six, such as a bedroom, the bathroom, and supper on the table.</p>
      {pictures.map((picture, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two rows may have the same address
        <div key={index} className="form-row">
          <FileField
            {...file(`about-picture-${index}`)}
            label={`Picture ${index + 1}`}
            required
            value={picture.url}
            onChange={(url) => change(index, { url })}
          />
          <TextField
            id={`about-caption-${index}`}
            label={`Words below picture ${index + 1}`}
            required
            maxLength={120}
            hint="Example: A room for two, with its own fireplace"
            autoComplete="off"
            value={picture.caption}
            onChange={(event) => change(index, { caption: event.target.value })}
          />
          <p className="form-cost">
            <TextButton onClick={() => onChange(pictures.toSpliced(index, 1))}>
              <Text>Remove picture {index + 1}</Text>
            </TextButton>
          </p>
        </div>
      ))}
      {pictures.length < MOST_PICTURES && (
        <p className="form-cost">
          <TextButton onClick={() => onChange([...pictures, { url: '', caption: '' }])}>
            Add a picture
          </TextButton>
        </p>
      )}
    </div>
  )
}

interface QuotesProps {
  quotes: TypedAbout['quotes']
  onChange: (quotes: TypedAbout['quotes']) => void
}

function Quotes({ quotes, onChange }: QuotesProps) {
  const change = (index: number, changes: Partial<TypedAbout['quotes'][number]>) =>
    onChange(quotes.map((quote, at) => (at === index ? { ...quote, ...changes } : quote)))
  return (
    <div className="form-wide">
      <p className="note">Up to two. Use only words that the guest has allowed you to show.</p>
      {quotes.map((quote, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two rows may have the same words
        <div key={index} className="form-row">
          <TextArea
            id={`about-quote-${index}`}
            label={`Quote ${index + 1}`}
            required
            rows={2}
            maxLength={400}
            hint="Without quotation marks. Example: I slept better than I have in years."
            value={quote.words}
            onChange={(event) => change(index, { words: event.target.value })}
          />
          <TextField
            id={`about-quote-${index}-by`}
            label={`Who said quote ${index + 1}`}
            required
            maxLength={80}
            hint="As the guest wants it. Example: Ann, guest in 2026"
            autoComplete="off"
            value={quote.by}
            onChange={(event) => change(index, { by: event.target.value })}
          />
          <p className="form-cost">
            <TextButton onClick={() => onChange(quotes.toSpliced(index, 1))}>
              <Text>Remove quote {index + 1}</Text>
            </TextButton>
          </p>
        </div>
      ))}
      {quotes.length < MOST_QUOTES && (
        <p className="form-cost">
          <TextButton onClick={() => onChange([...quotes, { words: '', by: '' }])}>Add a quote</TextButton>
        </p>
      )}
    </div>
  )
}
