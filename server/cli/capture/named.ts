/** The path of one capture, or of what there is of it. */
export const capturePath = (id: string, what = ''): string =>
  `/sandbox/captures/${encodeURIComponent(id)}${what && `/${what}`}`

/** The path of what an exchange of a capture was answered with, decoded. */
export const exchangePath = (id: string, exchange: string): string =>
  capturePath(id, `exchanges/${encodeURIComponent(exchange)}/response/decoded`)
