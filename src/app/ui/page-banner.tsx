/**
 * The picture at the top of a page. It is a plain picture, a picture that scrolls more slowly than the page
 * (parallax), or the home page's video.
 */
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { Picture, type PictureName } from './picture.tsx'

interface PageBannerProps {
  /** The name of a picture in the picture library, or the URL of any picture. */
  picture: string
  /** The picture to show in dark mode, if it differs. */
  dark?: PictureName
  /** True for a daytime picture. The page darkens such a picture, so that the text on it is readable. */
  light?: boolean
  /**
   * The height of the picture. `tall` fills most of the first screen (home, events). `low` leaves room for
   * the panel below.
   */
  height?: 'tall' | 'low'
  /**
   * The point of the picture that stays visible when a phone crops the picture's sides, as CSS
   * `object-position`.
   */
  focus?: string | undefined
  children: ReactNode
}

/**
 * The picture's `sizes` attribute for each height: the width of the picture before its sides are cropped. On
 * a phone it is smaller than that, because the picture decides how fast a phone shows the page.
 */
const SIZES = {
  // 98vw instead of 100vw, because Chromium rounds up. A screen of 412 px with 1.75 pixels per px needs 721
  // pixels, and for 100vw Chromium would load the next larger file.
  low: '(width < 48rem) 98vw, max(100vw, 90vh)',
  tall: '(width < 48rem) 133vw, max(100vw, 90vh)',
}

/**
 * Renders the picture at the top of a page with text on it. The picture is decorative, so it has no
 * alternative text.
 * <PageBanner picture="dusk"><h1>The Land</h1><p>Bring boots.</p></PageBanner> <Panel over>…</Panel>
 * A `<Panel over>` after the picture overlaps its lower edge.
 */
export function PageBanner({
  picture,
  dark,
  light = false,
  height = 'low',
  focus,
  children,
}: PageBannerProps) {
  return (
    <header className={`scene scene-${height} ${light ? 'scene-light' : ''}`}>
      <div className="scene-picture picture-frame" style={{ '--focus-at': focus }}>
        <Picture src={picture} dark={dark} alt="" sizes={SIZES[height]} first />
      </div>
      <div className="scene-shade" />
      <div className="scene-words on-scene column">{children}</div>
    </header>
  )
}

interface ParallaxProps {
  /** The name of the picture in the picture library. */
  picture: string
  /** True for a daytime picture. The page darkens such a picture, so that the text on it is readable. */
  light?: boolean
  /**
   * The point of the picture that stays visible when a phone crops the picture's sides, as CSS
   * `object-position`.
   */
  focus?: string | undefined
  children: ReactNode
}

/**
 * Renders text on a picture that scrolls more slowly than the page (R17.3), by CSS alone. The smallest file
 * loads first. `page-banner-script.ts` then shows the large one.
 * <Parallax picture="road"><h1>Our History</h1></Parallax>
 */
export function Parallax({ picture, light = false, focus, children }: ParallaxProps) {
  return (
    <div className={`parallax scene ${light ? 'scene-light' : ''}`} suppressHydrationWarning>
      <div className="scene-picture picture-frame" style={{ '--focus-at': focus }}>
        <div className="parallax-drift">
          {/* Says that the picture is 1 px wide, so that the browser loads the smallest file. */}
          <Picture src={picture} alt="" sizes="1px" first />
          <Picture src={picture} alt="" sizes="max(100vw, 120vh)" className="parallax-high" />
        </div>
      </div>
      <div className="scene-shade" />
      <div className="scene-words on-scene column">{children}</div>
    </div>
  )
}

const VIDEO_SIZES = [
  { height: 720, media: '(width >= 48rem), (resolution >= 2dppx)' },
  { height: 480, media: undefined },
]
const VIDEO_TYPES = ['webm', 'mp4']

/**
 * Renders the silent 16:9 video at the top of the home page (R17.1). `page-banner-script.ts` starts the video
 * after the page has loaded. It does not start if the visitor prefers less motion or wants to save data.
 */
export function BannerVideo({ sizes = '100vw' }: { sizes?: string }) {
  return (
    <div className="banner-video" suppressHydrationWarning>
      {/* The picture that visitors see before the video starts, or instead of it. Its alternative text
          describes the video too. */}
      <Picture src="banner" sizes={sizes} first />
      <video muted loop playsInline preload="none" tabIndex={-1} aria-hidden="true">
        {VIDEO_SIZES.flatMap(({ height, media }) =>
          VIDEO_TYPES.map((type) => (
            <source
              key={`${height} ${type}`}
              src={`/banner/banner-${height}.${type}`}
              type={`video/${type}`}
              media={media}
            />
          )),
        )}
      </video>
      <IconButton
        className="banner-video-toggle needs-script"
        label="Play video"
        icon={['play', 'pause']}
        suppressHydrationWarning
      />
    </div>
  )
}
