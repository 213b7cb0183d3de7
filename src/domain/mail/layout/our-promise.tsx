import { venue } from '#shared/venue.ts'
import { styles } from './style.ts'
import { Line } from './text.tsx'

export const OurPromise = () => (
  <div style={styles.promiseSpace}>
    <div className="promise" style={styles.promise}>
      <Line look="promiseTitle" inText="heading">
        Our promise
      </Line>
      <Line look="promiseText">
        The nearest grocery store is about {venue.groceryMinutes} minutes away. If there is something you
        need, tell us, and we will help you get it.
      </Line>
    </div>
  </div>
)
