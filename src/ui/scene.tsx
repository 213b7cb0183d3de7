/** The pictures at the top of a page: one that stands, one that moves more slowly than the page, and the video of home. */
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { Picture, type PictureName } from './picture.tsx'
import './scene.css'
import './banner-video.css'

interface SceneProps {
  /** A name of the picture library, or any picture's address. */
  picture: string
  /** Shown instead in the dark scheme. */
  dark?: PictureName
  /** `light`: a day picture, which is shaded more so that the words read. */
  light?: boolean
  /** `tall` fills most of the first screen (home, events); `low` leaves room for the paper. */
  height?: 'tall' | 'low'
  /** The point that stays in view when the sides are cut on a phone, as CSS `object-position`. */
  focus?: string | undefined
  /** The words over it: a heading, a short lead. */
  children: ReactNode
}

/** The `sizes` of a scene: as wide as it is cut from; on a phone less, since there the first picture decides how soon the page is there. */
const SIZES = {
  // Chromium takes the next larger one for a hundredth of a pixel: 412 px at 1.75 are 721.
  low: '(width < 48rem) 98vw, max(100vw, 90vh)',
  tall: '(width < 48rem) 133vw, max(100vw, 90vh)',
}

/**
 * The picture at the top of a page with its words; decorates only, so it has no alternative text.
 *
 *     <Scene picture="dusk"><h1>The Land</h1><p>Bring boots.</p></Scene>
 *     <Paper over>…</Paper>
 *
 * A `<Paper over>` behind it overlaps its lower edge.
 */
export function Scene({ picture, dark, light = false, height = 'low', focus, children }: SceneProps) {
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
  /** A name of the picture library. */
  picture: string
  /** A day picture, which is shaded more so that the words read. */
  light?: boolean
  /** The point that stays in view when the sides are cut on a phone, as CSS `object-position`. */
  focus?: string | undefined
  children: ReactNode
}

/**
 * Words over a picture that moves more slowly than the page (R17.3). Its smallest size
 * comes first; `scene-script.ts` asks for the large one and shows it once it is there. The moving is CSS alone.
 *
 *     <Parallax picture="road"><h1>Our History</h1></Parallax>
 */
export function Parallax({ picture, light = false, focus, children }: ParallaxProps) {
  return (
    <div className={`parallax scene ${light ? 'scene-light' : ''}`} suppressHydrationWarning>
      <div className="scene-picture picture-frame" style={{ '--focus-at': focus }}>
        <div className="parallax-drift">
          {/* One pixel wide, as far as the browser's choice of a size goes. */}
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
 * The silent loop at the top of home, 16:9 (R17.1). Nothing of it is loaded before the page is;
 * `scene-script.ts` then starts it, unless someone asked for less motion or fewer bytes.
 */
export function BannerVideo({ sizes = '100vw' }: { sizes?: string }) {
  return (
    <div className="banner-video" suppressHydrationWarning>
      {/* Before the video, and instead of it; its text describes the video too. */}
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
