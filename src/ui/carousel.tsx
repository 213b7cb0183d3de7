import { IconButton } from './button.tsx'
import { Icon } from './icons.tsx'
import { Picture, pictureAddress } from './picture.tsx'
import { Text } from './text.tsx'
import './carousel.css'
import './lightbox.css'

interface Slide {
  /** A name of the picture library, or an address. */
  path: string
  label: string
  subLabel: string
  /** The alternative text; the library's own when left out. */
  alt?: string | null
}

/** As the WAI-ARIA APG names a slide. */
const SLIDE = { role: 'group', 'aria-roledescription': 'slide' } as const

interface CarouselProps {
  /** Names it for screen readers. */
  label: string
  /** Milliseconds until the next picture comes by itself (R17.2). */
  interval?: number
  slides: Slide[]
}

/**
 * Pictures in a strip to swipe, that also moves by itself; a click on one shows it in full.
 *
 *     <Carousel label="Four seasons" interval={4000} slides={[{ path: 'spring', label: 'Spring', subLabel: 'Wind.' }]} />
 *
 * Without scripts the strip scrolls and each picture is a link to itself. `carousel-script.ts` does the rest, so
 * nothing here may depend on React: attributes that it changes are not looked at again.
 */
export function Carousel({ label, interval = 2500, slides }: CarouselProps) {
  const several = slides.length > 1
  // The whole of a paper's width, or what is left of it beside a glimpse of the next.
  const sizes = several ? 'min(73vw, 71rem)' : 'min(92vw, 85rem)'
  const numbered = slides.map((slide, at) => ({ slide, name: `${at + 1} of ${slides.length}` }))
  return (
    <section
      // Other slides are another carousel, which the script starts anew: it knows those that it began with.
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

/** First in the order of reading, so that a keyboard can stop what moves before it meets it. */
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
        // Set as HTML, so that React leaves alone what the script writes there.
        dangerouslySetInnerHTML={{ __html: `1 of ${slides.length}` }}
        suppressHydrationWarning
      />
    </div>
  )
}
