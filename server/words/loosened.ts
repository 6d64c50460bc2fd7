/** The warnings at the start: one for each setting that loosens security. */

/** A setting that loosens security. */
export type Loosened =
  | { kind: 'host'; host: string }
  | { kind: 'allowed_host'; host: string }
  | { kind: 'public_url'; host: string }
  | { kind: 'allowed_origin'; origin: string }
  | { kind: 'allow_public' | 'insecure_tls' }

/** What a setting allows, and how to close it again. */
export function loosenedWarning(loosened: Loosened): string {
  switch (loosened.kind) {
    case 'host':
      return `Warning: other machines can reach this sandbox, which listens on ${loosened.host}. Keep the sandbox to this machine with --host 127.0.0.1.`
    case 'allowed_host':
      return `Warning: the sandbox accepts requests addressed to ${loosened.host} (allowed_hosts). A web page at that host can use the sandbox.`
    case 'public_url':
      return `Warning: the sandbox accepts requests addressed to ${loosened.host} (public_url). A web page at that host can use the sandbox.`
    case 'allowed_origin':
      return `Warning: web pages of ${loosened.origin} may use the endpoints and the emulated API of this sandbox (allowed_origins).`
    case 'allow_public':
      return 'Warning: deliveries may go to public addresses (delivery.allow_public). Only loopback and private addresses are allowed without this setting.'
    case 'insecure_tls':
      return "Warning: a receiver's TLS certificate is not checked (delivery.insecure_tls). Trust your own authority instead with --ca FILE."
  }
}
