import { LinkButton } from '../../shared/ui/button.tsx'
import { paths } from '../paths.ts'
import './more-information.css'

/** The invitation at the end of home and of the information pages (SPEC section 2 "Home page"). */
export function MoreInformation() {
  return (
    <section className="more-information column" aria-labelledby="more-information">
      <h2 id="more-information">Want More Information?</h2>
      <p>Write to us. A person who lives here answers.</p>
      <LinkButton to={paths.contact}>Get in Touch</LinkButton>
    </section>
  )
}
