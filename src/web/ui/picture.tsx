import type { CSSProperties } from 'react'
import library from './pictures.json'
import './picture.css'

interface LibraryPicture {
  width: number
  height: number
  widths: number[]
  alt: string
  preview: string
}

/** The names of our own pictures (`public/pictures`, made by `scripts/pictures.mjs`). */
export type PictureName = keyof typeof library

const pictures: Record<string, LibraryPicture> = library
const OWN = /^\/pictures\/([a-z-]+)-\d+\.(?:avif|webp|jpg)$/

/** The library's picture behind one of our own addresses (`/pictures/leather-1600.webp`), if it is one. */
function ownPicture(src: string): [name: string, picture: LibraryPicture] | null {
  const name = OWN.exec(src)?.[1] ?? src
  const picture = pictures[name]
  return picture ? [name, picture] : null
}

interface PictureProps {
  /** A name of the library (`"dusk"`), one of its addresses, or any other address, which is taken as it is. */
  src: string
  /** Of the library's own text when left out; `""` for a picture that only decorates. */
  alt?: string
  /** As in HTML: how wide it is shown, so that no more is loaded. */
  sizes?: string
  /** Of the first screen: loaded at once and before others. */
  first?: boolean
  /** Shown instead in the dark scheme; a name of the library with the same proportions. */
  dark?: PictureName
  className?: string
}

/**
 * A picture in the smallest form that the browser takes: AVIF, WebP or JPEG, with its size known and a tiny
 * preview under it, so nothing jumps. `<Picture src="dusk" sizes="100vw" first />`
 */
export function Picture({ src, alt, sizes = '100vw', first = false, dark, className = '' }: PictureProps) {
  const loading = first ? 'eager' : 'lazy'
  const priority = first ? 'high' : undefined
  const own = ownPicture(src)
  if (!own) {
    return (
      <img className={`picture ${className}`} src={src} alt={alt ?? ''} loading={loading} decoding="async" />
    )
  }
  const [name, picture] = own
  return (
    <picture
      className={`picture ${className}`}
      style={{ '--preview': `url(${picture.preview})` } as CSSProperties}
    >
      {dark && <Sources name={dark} sizes={sizes} media="(prefers-color-scheme: dark)" />}
      <Sources name={name} sizes={sizes} />
      <img
        src={`/pictures/${name}-960.jpg`}
        alt={alt ?? picture.alt}
        width={picture.width}
        height={picture.height}
        loading={loading}
        fetchPriority={priority}
        decoding={first ? undefined : 'async'}
      />
    </picture>
  )
}

function Sources({ name, sizes, media }: { name: string; sizes: string; media?: string }) {
  const widths = pictures[name]?.widths ?? []
  return ['avif', 'webp'].map((type) => (
    <source
      key={type}
      type={`image/${type}`}
      media={media}
      sizes={sizes}
      srcSet={widths.map((width) => `/pictures/${name}-${width}.${type} ${width}w`).join(', ')}
    />
  ))
}
