// @ts-check
/* Part of stripe.js: where the sandbox is mounted, read off the script's own address. */
// The parts of stripe.js are one script: what looks unused here is used in another part.
// oxlint-disable no-unused-vars
const SCRIPT = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : ''
const BASE = new URL('..', SCRIPT || new URL('/dev/stripe/js/stripe.js', location.href)).href
