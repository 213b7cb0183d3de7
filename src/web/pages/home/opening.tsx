import type { ReactNode } from 'react'
import words from '#content/home.json'
import { BannerVideo } from '#web/ui/banner-video.tsx'
import '#web/ui/scene.css'
import './opening.css'

/** Enough for what a phone shows of the picture; most of it is cut away there. */
const SIZES = '(width < 48rem) 133vw, 100vw'

/** The first screen of home: the venue's words under the night sky of the banner video. */
export function Opening({ notice }: { notice: ReactNode }) {
  return (
    <header className="opening">
      <div className="opening-sky">
        <BannerVideo sizes={SIZES} />
        <div className="opening-shade" />
      </div>
      <div className="opening-words scene-words on-scene column">
        {notice}
        <h1>{words.heading}</h1>
        <p>{words.lead}</p>
      </div>
    </header>
  )
}
