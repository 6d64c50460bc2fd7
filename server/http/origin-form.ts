/**
 * Converts a request target to a path. A client may send the whole URL, as it does to a proxy (RFC 9112,
 * 3.2.2).
 */
export const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
