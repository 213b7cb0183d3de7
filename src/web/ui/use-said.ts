import { useCallback, useState } from 'react'

/** The text of `<output className="unseen">{said}</output>`: news for whoever does not see what has changed. */
export function useSaid() {
  const [said, setSaid] = useState('')
  // The same words twice are two pieces of news: a mark that nobody sees makes the text another one.
  const say = useCallback((words: string) => {
    setSaid((before) => (before === words ? `${words}\u00a0` : words))
  }, [])
  return { said, say }
}
