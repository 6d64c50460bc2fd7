/** A component that a receiver can look up: two of the request, or a header by its name as RFC 9421 writes it, in lower case. */
const component = '"(?:@method|@target-uri|[a-z0-9_-]+)"'

/** A value of a parameter: a quoted one may hold whatever else means something here. */
const value = String.raw`"(?:[^"\\]|\\.)*"|[^;,\s"]+`

/** What receivers read headers of RFC 9421 and RFC 9530 by; each language quotes it its own way. */
export const patterns = {
  /** One digest of Content-Digest: its name and its value. */
  digest: '(sha-256|sha-512)=:([A-Za-z0-9+/=]+):',
  /** One entry of Signature-Input: its label, all that is signed of it, and what it covers. */
  input: String.raw`([a-z*][\w.*-]*)=(\((${component}(?: ${component})*)\)(?:;[a-z*][\w.*-]*(?:=(?:${value}))?)*)`,
  /** One parameter of such an entry: its name and its value. */
  parameter: String.raw`;([a-z*][\w.*-]*)=(${value})`,
  /** A time in seconds, as the sandbox takes it. */
  seconds: '[0-9]{1,15}',
  /** A time in milliseconds, as the sandbox takes it. */
  milliseconds: '[0-9]{13,15}',
  /** The ISO 8601 of RFC 3339: with seconds and a zone. */
  iso: String.raw`[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]+)?(?:Z|[+-][0-9]{2}:[0-9]{2})`,
}
