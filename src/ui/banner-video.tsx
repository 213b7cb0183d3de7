import { IconButton } from './icon-button.tsx'
import { Picture } from './picture.tsx'
import './banner-video.css'

const SIZES = [
  { height: 720, media: '(width >= 48rem), (resolution >= 2dppx)' },
  { height: 480, media: undefined },
]
const TYPES = ['webm', 'mp4']

interface BannerVideoProps {
  /** The poster's `sizes`, as in HTML. */
  sizes?: string
}

/**
 * The silent loop at the top of home, 16:9 (R17.1). Nothing of it is loaded before the page is;
 * `banner-video-script.ts` then starts it, unless someone asked for less motion or fewer bytes.
 */
export function BannerVideo({ sizes = '100vw' }: BannerVideoProps) {
  return (
    <div className="banner-video" suppressHydrationWarning>
      {/* Before the video, and instead of it; its text describes the video too. */}
      <Picture src="banner" sizes={sizes} first />
      <video muted loop playsInline preload="none" tabIndex={-1} aria-hidden="true">
        {SIZES.flatMap(({ height, media }) =>
          TYPES.map((type) => (
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
        className="banner-video-toggle"
        label="Play video"
        icon={['play', 'pause']}
        suppressHydrationWarning
      />
    </div>
  )
}
