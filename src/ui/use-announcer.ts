import { useCallback, useState } from 'react'

/** The text of `<output className="visually-hidden">{announcement}</output>`: news for whoever does not see what has changed. */
export function useAnnouncer() {
  const [announcement, setAnnouncement] = useState('')
  // The same words twice are two pieces of news: a mark that nobody sees makes the text another one.
  const announce = useCallback((words: string) => {
    setAnnouncement((before) => (before === words ? `${words}\u00a0` : words))
  }, [])
  return { announcement, announce }
}
