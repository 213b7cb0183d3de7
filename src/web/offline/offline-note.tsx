import './offline-note.css'

/** A tab on the upper edge of the paper, empty until `keep-pages.ts` has kept the page; it stands right behind the scene. */
export function OfflineNote() {
  return (
    <div className="kept column">
      <output
        className="offline-note on-sheet"
        // Set as HTML, so that React leaves alone what the script writes there.
        dangerouslySetInnerHTML={{ __html: '' }}
        suppressHydrationWarning
      />
    </div>
  )
}
