/** The path and query of a URL as written, without its fragment. A URL parser would resolve dots and encode quotes. */
export function pathAsWritten(url: string): string {
  const [, rest = ''] = /^https?:\/\/[^/?#\\]*([^#]*)/i.exec(url.trim()) ?? []
  // Characters that a request line cannot contain are still encoded.
  return rest.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[^!-~]+/g, encodeURIComponent)
}
