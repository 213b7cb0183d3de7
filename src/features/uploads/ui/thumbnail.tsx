import { useState } from 'react'
import { askedPicture, uploadAddress, previewOf } from '#shared/uploaded-picture.ts'

/** Whether it can be shown at all: https, or a file of this site. */
export function isShown(address: string): boolean {
  return /^(https:\/\/|\/[^/])/.test(address)
}

/** A picture at its smallest, for those who work with it; says so when nothing is there. */
export function Thumbnail({ address, alt }: { address: string; alt: string }) {
  const [missing, setMissing] = useState<string | null>(null)
  if (missing === address)
    return <p className="thumbnail-missing">No picture can be shown from this address.</p>
  const own = askedPicture(address)
  const preview = own ? { '--preview': `url(${previewOf(own.name)})` } : {}
  const src = own ? uploadAddress(own.name, { width: own.widths[0] ?? 0, type: 'webp' }) : address
  return (
    <img
      className="thumbnail"
      // The picture is not draggable, else a browser drags the file instead of the card.
      draggable={false}
      src={src}
      alt={alt}
      width={own?.width}
      height={own?.height}
      style={preview}
      onError={() => setMissing(address)}
    />
  )
}
