/** What is asked of this server; a client may name the whole address, as it does to a proxy (RFC 9112, 3.2.2). */
export const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
