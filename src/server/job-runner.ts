/** Runs the background jobs in this process. */
import type { Job, JobFacts, JobResult } from '#platform/job.ts'
import { createWorker } from '#platform/outbox-worker.ts'
import { enqueuePeriodicJobs } from '#platform/schedule.ts'
import type { Services } from '#platform/services.ts'

export interface JobRunner {
  jobs: readonly Job[]
  /**
   * Runs jobs that a request may have enqueued, without waiting for the next time slot. Does nothing before
   * `start`.
   */
  wake(): void
  /** Runs the jobs that are due, and returns how many it tried to run. */
  runDue(): Promise<number>
  /**
   * Runs one job that has no row in the outbox, for tests and sample data. Throws if no job has this kind.
   */
  run(kind: string, input?: unknown, facts?: Partial<JobFacts>): Promise<JobResult>
  start(): void
  /** Takes no more jobs, and waits until the running jobs have ended. */
  stop(): Promise<void>
}

interface Options {
  jobs: readonly Job[]
  /** Called after each job, because the job may have changed what pages show. */
  afterWork: () => void
}

export function createJobRunner({ db, now, log, settings }: Services, options: Options): JobRunner {
  const jobs = options.jobs.map((job) => ({
    ...job,
    run: (input: unknown, facts: JobFacts) =>
      job.run(input, facts).finally(() => {
        options.afterWork()
        // A job may enqueue a job for the other worker. For example, a payment enqueues its e-mail. The job's own
        // worker looks for another job anyway.
        if (started) (job.isSlow ? quick : slow).wake()
      }),
  }))
  const periodic = jobs.filter(({ isPeriodic }) => isPeriodic).map(({ kind }) => kind)
  const quick = createWorker({ db, now, log, jobs: jobs.filter(({ isSlow }) => !isSlow) })
  const slow = createWorker({ db, now, log, jobs: jobs.filter(({ isSlow }) => isSlow) })
  const workers = [quick, slow]
  const wake = () => {
    if (started) workers.forEach((worker) => worker.wake())
  }
  const everySeconds = settings.jobsEverySeconds
  let started = false
  let timer: NodeJS.Timeout | undefined
  let scheduling: Promise<void> = Promise.resolve()

  function schedule(): void {
    scheduling = enqueuePeriodicJobs(db, { kinds: periodic, now: now(), everySeconds })
      .then(wake)
      .catch((err: unknown) => log.error({ err }, 'failed to schedule periodic jobs'))
  }

  return {
    jobs,
    wake,
    runDue: async () => {
      const tried = await Promise.all(workers.map((worker) => worker.runDue()))
      return tried.reduce((sum, count) => sum + count, 0)
    },
    run: async (kind, input = {}, facts = {}) => {
      const job = jobs.find((one) => one.kind === kind)
      if (!job) throw new Error(`no job of the kind ${kind}`)
      return job.run(input, { attempt: 1, ...facts }).finally(wake)
    },
    start: () => {
      started = true
      for (const worker of workers) worker.start(everySeconds)
      schedule()
      timer = setInterval(schedule, everySeconds * 1000)
    },
    stop: async () => {
      clearInterval(timer)
      await scheduling
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}
