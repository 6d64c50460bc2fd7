/** A stretch of the signed content and what it is. */
export interface SignedPart {
  role: 'id' | 'timestamp' | 'body'
  text: string
}

const roles = {
  'standard-webhooks': ['id', 'timestamp', 'body'],
  svix: ['id', 'timestamp', 'body'],
  platform: ['timestamp', 'body'],
  stripe: ['timestamp', 'body'],
} as const satisfies Record<string, readonly SignedPart['role'][]>

const isKnown = (scheme: string | null): scheme is keyof typeof roles =>
  scheme !== null && Object.hasOwn(roles, scheme)

/** Cuts what was signed at the dots that join its parts; a scheme that joins nothing is all body. */
export function signedParts(scheme: string | null, content: string): SignedPart[] {
  const order: readonly SignedPart['role'][] = isKnown(scheme) ? roles[scheme] : ['body']
  let rest = content
  return order.map((role, index) => {
    const dot = index === order.length - 1 ? -1 : rest.indexOf('.')
    const text = dot < 0 ? rest : rest.slice(0, dot)
    rest = dot < 0 ? '' : rest.slice(dot + 1)
    return { role, text }
  })
}
