/** Finds what an answer should not show: the secret, a stack trace, a path of the machine. */
import type { Incoming } from '../client/message.ts'

const stacks = [
  /^\s*at .+\(?(?:node:|file:\/\/|\/|[A-Z]:\\).+:\d+:\d+\)?/m,
  /^Traceback \(most recent call last\):/m,
  /^\s*File ".+", line \d+/m,
  /^\s+at [\w.$<>]+\([\w$]+\.(?:java|kt|scala):\d+\)/m,
  /^\s*at [\w.`<>[\]]+\(.*\) in .+:line \d+/m,
  /^goroutine \d+ \[/m,
  /^#\d+ .+\.php\(\d+\)/m,
  /Stack trace:\s*$/m,
  /^.+\.rb:\d+:in [`'].+'/m,
]
/**
 * Absolute paths of a machine: in a home or system folder, or of a source file. The path of a URL does not count, nor does an
 * address in an attribute of HTML.
 */
const paths = [
  /(?:^|[\s"'`(=>])((?:\/(?:home|Users|usr|var|opt|srv|root)\/|[A-Z]:\\+\w)[^\s"'`<>)]{2,200})/m,
  /(?:^|[\s(>]|(?<!=)["'`])(\/(?:[\w.-]+\/)+[\w.-]+\.(?:m?js|ts|py|rb|php|go|java|cs)\b)/m,
]

/** The first leak in a response, or undefined. The line that shows it has no secret in it. */
export function leakIn(
  { headers, body }: Pick<Incoming, 'headers' | 'body'>,
  secrets: readonly (string | undefined)[],
): { what: 'secret' | 'stack' | 'path'; line: string } | undefined {
  const text = [
    ...headers.map(([name, value]) => `${name}: ${value}`),
    unescaped(body.toString('utf8')),
  ].join('\n')
  for (const secret of secrets)
    for (const form of secret === undefined ? [] : formsOf(secret))
      if (text.includes(form))
        return { what: 'secret', line: lineAt(text, text.indexOf(form)).replaceAll(form, '…') }
  for (const stack of stacks) {
    const found = stack.exec(text)
    if (found)
      return {
        what: 'stack',
        line: lineAt(text, found.index + (found[0].length - found[0].trimStart().length)),
      }
  }
  const told = unescaped(body.toString('utf8'))
  const found = paths.flatMap((path) => path.exec(told)?.[1] ?? [])[0]
  return found === undefined ? undefined : { what: 'path', line: found }
}

/** The same value with no secret in any of its texts. */
export function withoutSecrets<Value>(value: Value, secrets: readonly (string | undefined)[]): Value {
  const forms = secrets.flatMap((secret) => (secret === undefined ? [] : formsOf(secret)))
  return JSON.parse(JSON.stringify(value), (_, item: unknown) =>
    typeof item === 'string' ? forms.reduce(withoutForm, item) : item,
  )
}

/** A text that was cut may end with the beginning of a secret. */
function withoutForm(text: string, form: string): string {
  const rest = text.replaceAll(form, '…')
  for (let length = form.length - 1; length >= 8; length--)
    if (rest.endsWith(form.slice(0, length))) return `${rest.slice(0, -length)}…`
  return rest
}

/** JSON and HTML as they read. */
const unescaped = (text: string): string =>
  text
    .replaceAll('\\n', '\n')
    .replaceAll('\\"', '"')
    .replace(/<br\s*\/?>/gi, '\n')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&quot;', '"')
    .replace(/&#(?:x([0-9a-f]{1,4})|(\d{1,5}));/gi, (_, hex?: string, decimal?: string) =>
      String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')

/** A secret, without its prefix, and as the bytes of the key in hex. A short secret may be there by chance. */
function formsOf(secret: string): string[] {
  const bare = secret.replace(/^whsec_/, '')
  const hex = bare === secret ? [] : [Buffer.from(bare, 'base64').toString('hex')]
  return [secret, bare, ...hex].filter((form) => form.length >= 8)
}

const lineAt = (text: string, index: number): string =>
  (text.slice(text.lastIndexOf('\n', index - 1) + 1).split('\n', 1)[0] ?? '').trim().slice(0, 200)
