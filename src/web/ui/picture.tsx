import library from './pictures.json'
import './picture.css'

interface LibraryPicture {
  width: number
  height: number
  widths: number[]
  /** Changes with the picture, so that its addresses may be kept for ever. */
  version: string
  alt: string
  preview: string
}

/** The names of our own pictures (`public/pictures`; `scripts/pictures.mjs` makes them and their list). */
export type PictureName = keyof typeof library

const pictures: Record<string, LibraryPicture> = library
/** For browsers that cannot choose among sizes. */
const FALLBACK_WIDTH = 960
const OWN = /^\/pictures\/([a-z-]+)-(?:\d+|og)\.(?:avif|webp|jpg)$/

/** The library's picture behind one of our own addresses (`/pictures/leather-1600.webp`), if it is one. */
function ownPicture(src: string): [name: string, picture: LibraryPicture] | null {
  const name = OWN.exec(src)?.[1] ?? src
  const picture = pictures[name]
  return picture ? [name, picture] : null
}

/** The whole picture at its largest, for a link to it. */
export function pictureAddress(src: string): string {
  const own = ownPicture(src)
  if (!own) return src
  const [name, picture] = own
  return addressOf(name, picture, { width: picture.width, type: 'jpg' })
}

/** One of our own pictures as a picture for link previews, of 1200 × 630 with the ranch's mark; null for any other. */
export function linkPreview(src: string): { src: string; alt: string } | null {
  const own = ownPicture(src)
  if (!own) return null
  const [name, { version, alt }] = own
  return { src: `/pictures/${name}-og.jpg?v=${version}`, alt }
}

function addressOf(name: string, { version }: LibraryPicture, file: { width: number; type: string }): string {
  return `/pictures/${name}-${file.width}.${file.type}?v=${version}`
}

function sourceSet(name: string, type: string): string {
  const picture = pictures[name]
  if (!picture) return ''
  return picture.widths.map((width) => `${addressOf(name, picture, { width, type })} ${width}w`).join(', ')
}

interface PictureProps {
  /** A name of the library (`"dusk"`), one of its addresses, or any other address, which is taken as it is. */
  src: string
  /** The library's own text when left out or null; `""` for a picture that only decorates. */
  alt?: string | null
  /** As in HTML: how wide it is shown, so that no more is loaded. */
  sizes: string
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
export function Picture({ src, alt, sizes, first = false, dark, className = '' }: PictureProps) {
  const order = first
    ? ({ loading: 'eager', fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const)
  const own = ownPicture(src)
  if (!own) return <img className={`picture ${className}`} src={src} alt={alt ?? ''} {...order} />
  const [name, picture] = own
  return (
    <picture className={`picture ${className}`} style={{ '--preview': `url(${picture.preview})` }}>
      {dark && <Sources name={dark} sizes={sizes} media="(prefers-color-scheme: dark)" />}
      <Sources name={name} sizes={sizes} />
      <img
        src={addressOf(name, picture, { width: FALLBACK_WIDTH, type: 'jpg' })}
        srcSet={sourceSet(name, 'jpg')}
        sizes={sizes}
        alt={alt ?? picture.alt}
        width={picture.width}
        height={picture.height}
        {...order}
      />
    </picture>
  )
}

function Sources({ name, sizes, media }: { name: string; sizes: string; media?: string }) {
  return ['avif', 'webp'].map((type) => (
    <source key={type} type={`image/${type}`} media={media} sizes={sizes} srcSet={sourceSet(name, type)} />
  ))
}
