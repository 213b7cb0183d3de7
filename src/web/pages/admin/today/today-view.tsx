/** The morning: three answers, then what stands behind them. */
import type { Today, Tonight } from '#features/today/contract.ts'
import { Paper } from '#web/ui/paper.tsx'
import { Answers } from './answers.tsx'
import { Arrivals } from './arrivals.tsx'
import { Backup } from './backup.tsx'
import { Books } from './books.tsx'
import { Charts } from './charts.tsx'
import { ComingEvents } from './coming-events.tsx'
import { Failures } from './failures.tsx'
import { GiveBack } from './give-back.tsx'
import { GivenBack } from './given-back.tsx'
import { Holds } from './holds.tsx'
import { Leaving } from './leaving.tsx'
import { Owed } from './owed.tsx'
import TonightPart from './tonight.tsx'
import './today.css'

export function TodayView({ today, tonight }: { today: Today; tonight: Tonight }) {
  return (
    <>
      <Paper className="today">
        <Answers today={today} />
      </Paper>
      <Paper className="today">
        <TonightPart tonight={tonight} />
      </Paper>
      <Paper className="today today-behind">
        <Arrivals today={today} />
        <div className="today-beside">
          <Failures failures={today.failures} day={today.day} />
          <Books books={today.books} />
          <Backup backup={today.backup} />
          <Leaving leaving={today.leaving} day={today.day} />
          <GivenBack givenBack={today.givenBack} />
          <GiveBack toGiveBack={today.toGiveBack} />
          <Owed money={today.money} day={today.day} />
          <Holds holds={today.holds} day={today.day} />
        </div>
      </Paper>
      <Paper className="today">
        <ComingEvents coming={today.coming} day={today.day} />
      </Paper>
      <Paper className="today">
        <Charts occupancy={today.occupancy} income={today.income} />
      </Paper>
    </>
  )
}
