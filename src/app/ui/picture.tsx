import { askedPicture, type PictureType, previewOf, TYPES, uploadAddress } from '#shared/uploaded-picture.ts'
import library from './pictures.json'

interface LibraryPicture {
  width: number
  height: number
  widths: number[]
  /**
   * A part of the picture's URLs that changes when the picture changes. So browsers can cache the URLs
   * forever.
   */
  version: string
  alt: string
  preview: string
}

/**
 * Names of the pictures in the picture library, `content/pictures`. `scripts/pictures.ts` creates the files
 * of the pictures and their list.
 */
export type PictureName = keyof typeof library

const pictures: Record<string, LibraryPicture> = library
/** Width of the file for browsers that do not know `srcset`. */
const FALLBACK_WIDTH = 960
const OWN = /^\/pictures\/([a-z-]+)-(?:\d+|og)\.(?:avif|webp|jpg)$/

/** A picture that this site serves in several sizes. */
interface KeptPicture extends Pick<LibraryPicture, 'width' | 'height' | 'widths' | 'preview'> {
  /** The picture's alternative text. Null for a picture that an admin uploaded. */
  alt: string | null
  address(file: { width: number; type: PictureType }): string
}

/**
 * Returns the name of a library picture. `src` is the name or one of the picture's addresses
 * (`/pictures/leather-1600.webp`). Returns null for any other text.
 */
function libraryName(src: string): string | null {
  const name = OWN.exec(src)?.[1] ?? src
  return Object.hasOwn(pictures, name) ? name : null
}

/**
 * Returns the library picture or the uploaded picture (`/uploads/….jpg`) that has this address. Returns null
 * for any other address.
 */
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

/** Returns the URL of the largest file of a picture. */
export function pictureAddress(src: string): string {
  const kept = keptPicture(src)
  return kept ? kept.address({ width: kept.width, type: 'jpg' }) : src
}

/** Size in pixels of the pictures for link previews, which `scripts/prepare/pictures.mjs` creates. */
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
   * The picture: its name in the library (`"dusk"`), or the address of a library picture or an uploaded
   * picture. Any other URL is used unchanged.
   */
  src: string
  /**
   * The alternative text. If it is null or missing, a library picture gets the text of the library, and any
   * other picture gets none. `""` means that the picture is decorative.
   */
  alt?: string | null
  /**
   * The `sizes` attribute of the picture: the width at which the page shows it. The browser then loads no
   * larger file than needed.
   */
  sizes: string
  /** True if the picture is on the first screen. The browser then loads it before other pictures. */
  first?: boolean
  /** The library picture to show in dark mode. It must have the same proportions as the other picture. */
  dark?: PictureName
  className?: string
}

/**
 * Renders a picture in the smallest format that the browser supports: AVIF, WebP or JPEG. Reserves its space
 * and shows a tiny preview, so that nothing moves when it loads. `<Picture src="dusk" sizes="100vw" first />`
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
