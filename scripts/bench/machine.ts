/** What a number of this run is worth: the machine, without its name. */
import { availableParallelism, loadavg, totalmem, type } from 'node:os'

export function describeMachine(): string[] {
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  return [
    `${availableParallelism()} cores, ${gigabytes} GB of memory, ${type()} (${process.arch})`,
    `Node ${process.version.slice(1)}`,
    `Load of the machine over the minute before the run: ${(loadavg()[0] ?? 0).toFixed(1)}`,
  ]
}
