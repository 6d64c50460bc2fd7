/**
 * The path and query of an address, without its fragment, as they are written: read as a URL, dots would be resolved and quotes
 * encoded.
 */
export function pathAsWritten(url: string): string {
  const [, rest = ''] = /^https?:\/\/[^/?#\\]*([^#]*)/i.exec(url.trim()) ?? []
  // What no request line can hold is encoded all the same.
  return rest.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[^!-~]+/g, encodeURIComponent)
}
