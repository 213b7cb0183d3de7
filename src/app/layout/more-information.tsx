import { LinkButton } from '#app/ui/button.tsx'
import { Picture, type PictureName } from '#app/ui/picture.tsx'
import { paths } from '../paths.ts'

/**
 * Renders the invitation at the end of the home page and the information pages (R16.4). The background is
 * green, or a picture from the picture library. The picture must not appear elsewhere on the page.
 */
export function MoreInformation({ picture }: { picture?: PictureName }) {
  return (
    <section
      className={`more-information ${picture ? 'more-information-scene on-scene' : ''}`}
      aria-labelledby="more-information"
    >
      {picture && <Picture src={picture} alt="" sizes="max(100vw, 50rem)" />}
      <div className="column">
        <h2 id="more-information">Want More Information?</h2>
        <p>Write to us. A person who lives here answers.</p>
        <LinkButton to={paths.contact}>Get in Touch</LinkButton>
      </div>
    </section>
  )
}
