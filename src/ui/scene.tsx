import type { ReactNode } from 'react'
import { Picture, type PictureName } from './picture.tsx'
import './scene.css'

interface SceneProps {
  /** A name of the picture library, or any picture's address. */
  picture: string
  /** Shown instead in the dark scheme. */
  dark?: PictureName
  /** `light`: a day picture, which is shaded more so that the words read. */
  light?: boolean
  /** `tall` fills most of the first screen (home, events); `low` leaves room for the paper. */
  height?: 'tall' | 'low'
  /** What must stay in view when the sides are cut on a phone, as CSS `object-position`. */
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
      <div className="scene-picture" style={{ '--focus-at': focus }}>
        <Picture src={picture} dark={dark} alt="" sizes={SIZES[height]} first />
      </div>
      <div className="scene-shade" />
      <div className="scene-words on-scene column">{children}</div>
    </header>
  )
}
