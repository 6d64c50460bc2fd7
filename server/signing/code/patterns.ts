/** What receivers read headers of RFC 9421 and RFC 9530 by, as the sandbox does; each language quotes it its own way. */
export const patterns = {
  /** One digest of Content-Digest: its name and its value. */
  digest: '(sha-256|sha-512)=:([A-Za-z0-9+/=]+):',
  /** One entry of Signature-Input: its label, all that is signed of it, and what it covers. A quoted parameter may hold a comma. */
  input: String.raw`([a-z*][\w.*-]*)=(\(([^()]*)\)(?:;[a-z*][\w.*-]*(?:=(?:"(?:[^"\\]|\\.)*"|[^;,\s"]+))?)*)`,
}
