/**
 * Node loads this file before the site. It makes the site's clock and timers run `FAST_CLOCK` times as fast.
 */
const factor = Number(process.env['FAST_CLOCK'])
const started = Date.now()
const RealDate = Date
const now = () => started + Math.round((RealDate.now() - started) * factor)

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
for (const name of /** @type {const} */ (['setTimeout', 'setInterval'])) {
  const real = globalThis[name]
  // @ts-expect-error -- the new timer functions lack `util.promisify.custom`, which the site does not need,
  // because it uses node:timers/promises
  globalThis[name] = (work, ms = 0, ...args) => real(work, ms / factor, ...args)
}
