import type { ReactNode } from 'react'
import { Picture } from './picture.tsx'
import './parallax.css'
import './scene.css'

interface ParallaxProps {
  /** A name of the picture library. */
  picture: string
  /** A day picture, which is shaded more so that the words read. */
  light?: boolean
  /** What must stay in view when the sides are cut on a phone, as CSS `object-position`. */
  focus?: string | undefined
  children: ReactNode
}

/**
 * Words over a picture that moves more slowly than the page (R17.3). Its smallest size
 * comes first; `parallax-script.ts` asks for the large one and shows it once it is there. The moving is CSS alone.
 *
 *     <Parallax picture="road"><h1>Our History</h1></Parallax>
 */
export function Parallax({ picture, light = false, focus, children }: ParallaxProps) {
  return (
    <div className={`parallax scene ${light ? 'scene-light' : ''}`} suppressHydrationWarning>
      <div className="scene-picture" style={{ '--focus-at': focus }}>
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
