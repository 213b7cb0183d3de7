import { askedPicture, type PictureType, previewOf, TYPES, uploadAddress } from '#shared/uploaded-picture.ts'
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

/** The names of our own pictures (`content/pictures`; `scripts/pictures.ts` makes them and their list). */
export type PictureName = keyof typeof library

const pictures: Record<string, LibraryPicture> = library
/** The width for browsers that cannot choose among sizes. */
const FALLBACK_WIDTH = 960
const OWN = /^\/pictures\/([a-z-]+)-(?:\d+|og)\.(?:avif|webp|jpg)$/

/** A picture that this site keeps in several sizes. */
interface KeptPicture extends Pick<LibraryPicture, 'width' | 'height' | 'widths' | 'preview'> {
  /** The picture's alternative text; null for one that somebody uploaded. */
  alt: string | null
  address(file: { width: number; type: PictureType }): string
}

/** The library's picture of this name, or behind one of its addresses (`/pictures/leather-1600.webp`). */
function libraryName(src: string): string | null {
  const name = OWN.exec(src)?.[1] ?? src
  return Object.hasOwn(pictures, name) ? name : null
}

/** The picture of the library, or the uploaded one (`/uploads/….jpg`), that this is; null for any other address. */
function keptPicture(src: string): KeptPicture | null {
  const name = libraryName(src)
  const own = name === null ? undefined : pictures[name]
  if (own) {
    return { ...own, address: ({ width, type }) => `/pictures/${name}-${width}.${type}?v=${own.version}` }
  }
  const uploaded = askedPicture(src)
  if (!uploaded) return null
  return {
    ...uploaded,
    alt: null,
    preview: previewOf(uploaded.name),
    address: (file) => uploadAddress(uploaded.name, file),
  }
}

/** The whole picture at its largest, for a link to it. */
export function pictureAddress(src: string): string {
  const kept = keptPicture(src)
  return kept ? kept.address({ width: kept.width, type: 'jpg' }) : src
}

/** The size of link previews, as `scripts/prepare/pictures.mjs` makes them, with the ranch's mark. */
export const PREVIEW_SIZE = { width: 1200, height: 630 }

export function linkPreview(src: string) {
  const name = libraryName(src)
  const own = name === null ? undefined : pictures[name]
  if (own) return { src: `/pictures/${name}-og.jpg?v=${own.version}`, alt: own.alt, ...PREVIEW_SIZE }
  const uploaded = askedPicture(src)
  if (!uploaded) return null
  const width = uploaded.widths.find((each) => each >= PREVIEW_SIZE.width) ?? uploaded.width
  const height = Math.round((uploaded.height * width) / uploaded.width)
  return { src: uploadAddress(uploaded.name, { width, type: 'jpg' }), alt: null, width, height }
}

function sourceSet({ widths, address }: KeptPicture, type: PictureType): string {
  return widths.map((width) => `${address({ width, type })} ${width}w`).join(', ')
}

interface PictureProps {
  /**
   * A name of the library (`"dusk"`), one of its addresses, an uploaded picture's, or any other, which is taken as it
   * is.
   */
  src: string
  /** The library's own text when left out or null, none for other pictures; `""` for one that only decorates. */
  alt?: string | null
  /** `sizes` as in HTML: how wide the picture is shown, so that no more is loaded. */
  sizes: string
  /** On the first screen: loaded at once and before others. */
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
  const kept = keptPicture(src)
  if (!kept) return <img className={`picture ${className}`} src={src} alt={alt ?? ''} {...order} />
  const darkPicture = dark && keptPicture(dark)
  const fallback = kept.widths.findLast((width) => width <= FALLBACK_WIDTH) ?? kept.width
  return (
    <picture className={`picture ${className}`} style={{ '--preview': `url(${kept.preview})` }}>
      {darkPicture && <Sources picture={darkPicture} sizes={sizes} media="(prefers-color-scheme: dark)" />}
      <Sources picture={kept} sizes={sizes} />
      <img
        src={kept.address({ width: fallback, type: 'jpg' })}
        srcSet={sourceSet(kept, 'jpg')}
        sizes={sizes}
        alt={alt ?? kept.alt ?? ''}
        width={kept.width}
        height={kept.height}
        {...order}
      />
    </picture>
  )
}

function Sources({ picture, sizes, media }: { picture: KeptPicture; sizes: string; media?: string }) {
  return (['avif', 'webp'] as const).map((type) => (
    <source key={type} type={TYPES[type]} media={media} sizes={sizes} srcSet={sourceSet(picture, type)} />
  ))
}
