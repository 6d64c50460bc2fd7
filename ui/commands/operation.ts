interface Operation {
  method: string
  /** With its parameters in braces: `/cards/{card_id}`. */
  path: string
}

/** An operation of the platform as the catalogue names it: `POST /core/transfer`. */
export function operationOf(name: string): Operation {
  const [method = '', path = ''] = name.split(' ')
  return { method, path }
}

const samples: Record<string, string> = { yyyy: '2026', mm: '01' }
const sampleId = '3f8a4d26-9c1e-4b7f-8a55-0f6f3f1f2b10'

/** The path with something of the right form in place of each parameter. */
export const samplePath = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_match, name: string) => samples[name] ?? sampleId)
