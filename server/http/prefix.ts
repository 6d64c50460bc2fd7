/** The prefix of the emulated API, and paths with and without it. Source: the platform's reference, section 9. */
export const platformPrefix = '/api/v0.1'

const atStart = /^\/api\/v0\.1(?=$|[/*?])/

/** A path pattern with the prefix, as stored calls have it. Users may omit the prefix. */
export const withPrefix = (pattern: string): string =>
  pattern.startsWith('/') && !atStart.test(pattern) ? platformPrefix + pattern : pattern

/** A path pattern without the prefix, as the reference writes it. */
export const withoutPrefix = (pattern: string): string => pattern.replace(atStart, '') || '/'

/** A path as routes match it: percent-encoding is decoded, except for characters that would divide or end the path. */
export const asRouted = (path: string): string =>
  path.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURI(encoded.replaceAll('%25', '%2525'))
    } catch {
      return encoded
    }
  })

/** The request header that names the run of a call. A scenario's own calls carry it. */
export const runHeader = 'sandbox-run'

/** The run that the header names, or null if the value is not an id. */
export const runOf = (header: string | null): string | null =>
  header !== null && /^run_[0-9a-z]{26}$/.test(header) ? header : null
