/** The path of one capture, or of what there is of it. */
export const capturePath = (id: string, what = ''): string =>
  `/sandbox/captures/${encodeURIComponent(id)}${what && `/${what}`}`
