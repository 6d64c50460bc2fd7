import type { Accident } from './accident.ts'

const rewrites: { cause: string; detail: string; rewrite(text: string): string | undefined }[] = [
  {
    cause: 'reserialised',
    detail: 'The signature is right for the same JSON parsed and written anew.',
    rewrite: (text) => rewritten(text, (value) => JSON.stringify(value)),
  },
  {
    cause: 'pretty_printed',
    detail: 'The signature is right for the same JSON with indentation of two spaces.',
    rewrite: (text) => rewritten(text, (value) => JSON.stringify(value, null, 2)),
  },
  {
    cause: 'trailing_newline',
    detail: 'The signature is right for the body without the newline at its end.',
    rewrite: (text) => text.replace(/\r?\n$/, ''),
  },
  {
    cause: 'trailing_newline',
    detail: 'The signature is right for the body with a newline added at its end.',
    rewrite: (text) => `${text}\n`,
  },
  {
    cause: 'line_endings',
    detail: 'The signature is right for the body with LF for CRLF.',
    rewrite: (text) => text.replaceAll('\r\n', '\n'),
  },
]

function rewritten(text: string, write: (value: unknown) => string): string | undefined {
  try {
    return write(JSON.parse(text))
  } catch {
    return undefined
  }
}

/** What may have become of the body on one of the two sides, each in another writing of it. */
export function bodyAccidents(body: Buffer, sent: Buffer | undefined): Accident[] {
  const text = body.toString('utf8')
  const rewritings = rewrites.flatMap(({ cause, detail, rewrite }): Accident[] => {
    const other = rewrite(text)
    if (other === undefined || other === text) return []
    return [
      {
        cause,
        content: { body: Buffer.from(other, 'utf8') },
        detail,
        fix: 'Sign and send the very same bytes: serialise once, sign that, send that.',
      },
    ]
  })
  return sent && !sent.equals(body) ? [changed(sent, body), ...rewritings] : rewritings
}

function changed(sent: Buffer, received: Buffer): Accident {
  let at = 0
  while (at < sent.length && at < received.length && sent[at] === received[at]) at++
  return {
    cause: 'body_changed',
    content: { body: sent },
    detail: `The body was changed on its way: ${sent.length} bytes were sent, ${received.length} received, the first difference is at byte ${at}.`,
    fix: 'Find what stands between sender and receiver and rewrites bodies; pass the bytes on untouched.',
  }
}
