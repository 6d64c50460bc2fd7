import { compiled } from './compiled.ts'
import type { Presented } from './presented.ts'
import type { Recipe } from './recipe.ts'
import { type Causes, type Checks, missingHeader, provedCause } from './verdicts.ts'

interface Looked {
  name: string
  /** Where it stands, in words. */
  at: string
  value: string | undefined
  form: RegExp
  wanted: string
}

/** The longest text of a header that is told again. */
const told = 100

/** Looks at what the headers must hold before anything can be computed; answers what they lack. */
export function headerFaults(recipe: Recipe, presented: Presented, checks: Checks): Causes {
  return looked(recipe, presented).flatMap(({ name, at, value, form, wanted }): Causes => {
    const ok = value !== undefined && form.test(value)
    // Whoever may read a verdict need not know the password.
    const shown = recipe.method === 'password' ? '…' : value?.slice(0, told)
    const missing = value === undefined
    const detail = missing ? `${at} is missing` : ok ? (shown ?? '') : `${at} is "${shown}", wanted ${wanted}`
    checks.push({ name, ok, detail })
    if (ok) return []
    return missing
      ? [missingHeader(at, `Send ${at}; it is part of what is signed.`)]
      : [
          provedCause({
            cause: 'malformed_header',
            detail: `${at} is "${shown}".`,
            fix: `It must hold ${wanted}.`,
            expected: wanted,
            received: shown ?? null,
          }),
        ]
  })
}

function looked(recipe: Recipe, presented: Presented): Looked[] {
  const { signatureHeader = '', idHeader } = compiled(recipe)
  const found: Looked[] = []
  const templates = Object.values(recipe.signs).join()
  if (templates.includes('{id}') && recipe.method !== 'message') {
    const at = idHeader ?? 'The id'
    found.push({ name: 'id', at, value: presented.id, form: /./, wanted: 'an id' })
  }
  const timestampAt = placeOfTime(recipe)
  if (timestampAt !== undefined) {
    found.push({
      name: 'timestamp',
      at: timestampAt,
      value: presented.timestamp,
      ...(recipe.time === 'iso'
        ? {
            form: /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/,
            wanted: 'an ISO 8601 time',
          }
        : { form: /^\d{1,15}$/, wanted: 'Unix seconds' }),
    })
  }
  const [first] = presented.signatures
  found.push({
    name: 'signature',
    at: presented.signatureHeader,
    value: first ? first.value : presented.raw,
    form: first ? /./s : /(?!)/,
    wanted: (recipe.headers[signatureHeader] ?? '')
      .replaceAll('{ts}', '<time>')
      .replace(/\{\w+\}/g, '<signature>'),
  })
  return found
}

/** Where the time stands, in words; undefined where the scheme sends none. */
function placeOfTime(recipe: Recipe): string | undefined {
  const { timestampHeader, signatureHeader, items } = compiled(recipe)
  if (recipe.method === 'jwt') return `iat in ${signatureHeader}`
  if (recipe.method === 'message') return 'created in Signature-Input'
  if (timestampHeader !== undefined) return timestampHeader
  const item = items.find(({ template }) => template.slots.includes('ts'))
  if (item) return `${item.template.texts[0]?.replace(/\W+$/, '') || 'the time'} in ${signatureHeader}`
  return Object.entries(recipe.headers).find(([, text]) => text.includes('{ts}'))?.[0]
}
