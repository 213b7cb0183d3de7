import { IconButton } from './button.tsx'
import { Icon } from './icons.tsx'
import { Picture, pictureAddress } from './picture.tsx'
import { Text } from './text.tsx'

interface Slide {
  /** The picture of the slide: a name from the picture library, or a URL. */
  path: string
  label: string
  subLabel: string
  /** Alternative text of the picture. If missing, the page uses the text from the picture library. */
  alt?: string | null
}

/** ARIA attributes of each slide, as the WAI-ARIA APG asks for. */
const SLIDE = { role: 'group', 'aria-roledescription': 'slide' } as const

interface CarouselProps {
  label: string
  /** Milliseconds between two slides (R17.2). */
  interval?: number
  slides: Slide[]
}

/**
 * Renders pictures in a strip that scrolls, swipes and changes slides automatically. A click shows a picture
 * on the full screen.
 * <Carousel label="Four seasons" interval={4000} slides={[{ path: 'spring', label: 'Spring', subLabel:
 * 'Wind.' }]} />
 * Without scripts, the strip scrolls and each picture links to its file. `carousel-script.ts` does the rest
 * by changing attributes, so nothing here may depend on React state.
 */
export function Carousel({ label, interval = 2500, slides }: CarouselProps) {
  const several = slides.length > 1
  // The width of the pictures. They are narrower if the page also shows a part of the next slide.
  const sizes = several ? 'min(73vw, 71rem)' : 'min(92vw, 85rem)'
  const numbered = slides.map((slide, at) => ({ slide, name: `${at + 1} of ${slides.length}` }))
  return (
    <section
      // The key mounts the carousel again when the slides change. The script knows only the slides with which
      // it started.
      key={slides.map(({ path }) => path).join(' ')}
      className="carousel"
      aria-roledescription="carousel"
      aria-label={label}
      data-interval={interval}
      suppressHydrationWarning
    >
      {several && <Controls slides={slides} />}
      <div className="carousel-strip">
        {numbered.map(({ slide, name }) => (
          <div key={name} className="slide" {...SLIDE} aria-label={name}>
            <a className="slide-open" href={pictureAddress(slide.path)} suppressHydrationWarning>
              <Picture src={slide.path} alt={slide.alt} sizes={sizes} />
              <span className="slide-sign">
                <Icon name="expand" />
                <span className="visually-hidden">Full screen</span>
              </span>
            </a>
            {slide.label && (
              <p className="slide-words">
                <span className="slide-label">{slide.label}</span>
                {slide.subLabel && (
                  <span className="slide-sub-label">
                    {' '}
                    <Text>{slide.subLabel}</Text>
                  </span>
                )}
              </p>
            )}
          </div>
        ))}
      </div>
      <IconButton className="carousel-close" label="Close" icon="close" />
    </section>
  )
}

/**
 * Renders the buttons of a carousel. They come before the slides, so that a keyboard user reaches Pause
 * before the moving content.
 */
function Controls({ slides }: { slides: Slide[] }) {
  return (
    <div className="carousel-controls needs-script screen-only">
      <IconButton
        className="carousel-pause"
        label="Pause"
        icon={['pause', 'play']}
        suppressHydrationWarning
      />
      <IconButton className="carousel-before" label="Previous picture" icon="before" />
      <IconButton className="carousel-after" label="Next picture" icon="after" />
      <p
        className="carousel-count"
        // Sets the count as HTML, so that React keeps the text that the carousel's script writes.
        dangerouslySetInnerHTML={{ __html: `1 of ${slides.length}` }}
        suppressHydrationWarning
      />
    </div>
  )
}
