import type { BodyForms, BodyTurn } from '../search/accident.ts'

/** Names that a body goes by in the envelopes that gateways, queues and automations put around it. */
const names = ['body', 'data', 'payload', 'event']

const turn = (
  said: string,
  rank: BodyTurn['rank'],
  of: Pick<BodyTurn, 'needs' | 'applies' | 'work'>,
  make: (body: BodyForms) => string | undefined,
): BodyTurn => ({
  accident: { cause: 'body_wrapped', detail: `The signature is right for ${said}.` },
  rank,
  ...of,
  make(body) {
    const text = make(body)
    return text === undefined ? undefined : Buffer.from(text, 'utf8')
  },
})

const isJsonText = (text: string) => /^\s*[{[]/.test(text)

/** The JSON that strings of an envelope hold, as text or in base64; those of its outer objects first. */
function held(value: unknown): string[] {
  const found: string[] = []
  let level: unknown[] = [value]
  for (let depth = 0; depth < 4 && level.length > 0 && found.length < most; depth++) {
    const inner = level
      .slice(0, 20)
      .flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one).slice(0, 60) : []))
    for (const text of inner) {
      if (typeof text !== 'string') continue
      const plain = /^(?:ey|W[3y])/.test(text) ? Buffer.from(text, 'base64').toString('utf8') : text
      if (isJsonText(plain)) found.push(plain)
    }
    level = inner
  }
  return found.slice(0, most)
}

/** So many of what strings hold are tried. */
const most = 2

/** A string that begins as JSON does, or as its base64 does. */
const holdsJson = ({ has }: BodyForms) => ['"{', '"[', '"ey', '"W3', '"Wy'].some(has)

const around = {
  needs: 'text',
  applies: ({ isJson }: BodyForms) => isJson(),
  work: { byte: 0.001 },
} as const
const [openBracket, closeBracket] = [0x5b, 0x5d]

/** A body with an envelope around it on one side alone. */
export const envelopes: readonly BodyTurn[] = [
  turn(
    'the one item of the list that came',
    1,
    {
      needs: 'text',
      applies: ({ bytes }) => bytes[0] === openBracket && bytes.at(-1) === closeBracket,
      work: { byte: 0.001 },
    },
    (body) => body.text().slice(1, -1).trim(),
  ),
  turn('the body as the one item of a list', 2, around, (body) => `[${body.text()}]`),
  ...Array.from({ length: most }, (_, nth) =>
    turn(
      'the JSON that a string in the body holds',
      1,
      { needs: 'json', applies: holdsJson, work: { flat: 6, byte: 0.002 } },
      (body) => held(body.json()?.value)[nth],
    ),
  ),
  ...names.flatMap((name) => [
    turn(`the body as the member ${name} of an object`, 2, around, (body) => `{"${name}":${body.text()}}`),
    turn(
      `the body as a string, the member ${name} of an object`,
      2,
      { needs: 'text', work: { byte: 0.002, letter: 0.01 } },
      (body) => JSON.stringify({ [name]: body.text() }),
    ),
  ]),
]
