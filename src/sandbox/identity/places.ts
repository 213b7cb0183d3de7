/** Where the provider is, for those who draw its pages and those who answer them. */

/** Below the site's origin. */
export const MOUNT = '/dev/oidc'
/** Below the mount; then comes the name of the sign-in that was begun. */
export const SIGN_IN = 'sign-in'
