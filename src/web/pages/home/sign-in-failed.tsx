import { Notice } from '#ui/notice.tsx'
import { paths } from '#web/paths.ts'

/** A sign-in that came to nothing ends here (R14.5). */
export function SignInFailed() {
  return (
    <div className="on-sheet sign-in-failed">
      <Notice tone="bad" title="The sign-in did not work.">
        <p>
          Nobody is signed in. <a href={paths.login(paths.admin)}>Try again</a>
        </p>
      </Notice>
    </div>
  )
}
