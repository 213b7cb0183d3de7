/**
 * Sends random requests, derived from the site's own API description, as every kind of caller. The requests
 * must never cause a server error or an undeclared reply, reveal a secret, or change other people's data.
 */
import { fuzzSite } from '../support/security/fuzz-site.ts'

fuzzSite({ open: 3, guarded: 1, admin: 2 })
