/** Where the emulated API begins. Source: the platform's reference, section 9. */
export const platformPrefix = '/api/v0.1'

const atStart = /^\/api\/v0\.1(?=$|[/*?])/

/** A pattern of paths as it is kept of calls: whoever writes one may leave the prefix out. */
export const withPrefix = (pattern: string): string =>
  pattern.startsWith('/') && !atStart.test(pattern) ? platformPrefix + pattern : pattern

/** A pattern of paths as the reference writes them. */
export const withoutPrefix = (pattern: string): string => pattern.replace(atStart, '') || '/'

/** A path as routes are found by it: what is percent-encoded stands for itself, but what would divide the path or end it. */
export const asRouted = (path: string): string =>
  path.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURI(encoded.replaceAll('%25', '%2525'))
    } catch {
      return encoded
    }
  })

/** A request header that says which run a call belongs to; a scenario's own calls carry it. */
export const runHeader = 'sandbox-run'

/** The run that the header names, or null: whatever else it holds is no id and is not kept. */
export const runOf = (header: string | null): string | null =>
  header !== null && /^run_[0-9a-z]{26}$/.test(header) ? header : null
