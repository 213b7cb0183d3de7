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
        If there is something you need, tell us, and we’ll help you get it. The nearest grocery store is about{' '}
        {venue.groceryMinutes} minutes away.
      </Line>
    </div>
  </div>
)
