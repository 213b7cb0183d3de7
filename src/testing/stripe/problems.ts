/** The problems of requests to Stripe, and of replies of the sandbox, since this was last asked. */
const problems: string[] = []

export const noteProblem = (problem: string) => problems.push(problem)

/** A test that sends something wrong on purpose takes what was said of it; what nobody takes fails the test (`each-test.ts`). */
export const takeStripeProblems = () => problems.splice(0)
