/** Where the emulated API begins. Source: the platform's reference, section 9. */
export const platformPrefix = '/api/v0.1'

const atStart = /^\/api\/v0\.1(?=$|[/*?])/

/** A pattern of paths as it is kept of calls: whoever writes one may leave the prefix out. */
export const withPrefix = (pattern: string): string =>
  pattern.startsWith('/') && !atStart.test(pattern) ? platformPrefix + pattern : pattern

/** A pattern of paths as the reference writes them. */
export const withoutPrefix = (pattern: string): string => pattern.replace(atStart, '') || '/'
