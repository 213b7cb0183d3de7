import { createContext, use, type ReactNode } from 'react'
import { Picture } from '#web/ui/picture.tsx'

/** How wide photos are shown, as in HTML. */
const PhotoSizes = createContext('min(92vw, 85rem)')

/** What stands in narrower places says so for its photos; where their sides are cut, the whole picture counts. */
export function PhotosIn({ sizes, children }: { sizes: string; children: ReactNode }) {
  return <PhotoSizes value={sizes}>{children}</PhotoSizes>
}

/** `<Photo name="porch" />`: a picture of the library across its place, with the library's own description. */
export function Photo({ name, caption }: { name: string; caption?: string }) {
  const sizes = use(PhotoSizes)
  return (
    <figure className="photo">
      <Picture src={name} sizes={sizes} />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}
