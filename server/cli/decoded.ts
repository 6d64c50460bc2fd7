import { codingsOf } from '../body/decode/codings.ts'
import type { Attempt, DecodedBody, Delivery, HeaderPair } from '../wire.ts'
import { printableLines } from '../words/printable.ts'
import { type Line, span } from '../words/spans.ts'
import type { Client } from './client.ts'

interface Told {
  headers: readonly HeaderPair[]
  body_base64: string | null
}

/** Whether a body reads otherwise once it is decoded: it is compressed, or no UTF-8. */
const isWorthDecoding = ({ headers, body_base64 }: Told) =>
  body_base64 !== null || codingsOf(headers).length > 0

/** What a told body decodes to, where it is worth to be decoded. */
export async function decodedAt(
  client: Client,
  path: string,
  told: Told | null,
): Promise<DecodedBody | undefined> {
  if (told === null || !isWorthDecoding(told)) return undefined
  return (await client.get<{ decoded: DecodedBody }>(path, 'decoded')).decoded
}

/** What the answers of a delivery's attempts decode to, by the number of the attempt. */
export type DecodedAnswers = ReadonlyMap<Attempt['number'], DecodedBody>

export async function decodedAnswers(client: Client, delivery: Delivery): Promise<DecodedAnswers> {
  const found = new Map<number, DecodedBody>()
  for (const { number, response } of delivery.attempts) {
    const path = `/sandbox/deliveries/${encodeURIComponent(delivery.id)}/attempts/${number}/response/decoded`
    const decoded = await decodedAt(client, path, response)
    if (decoded) found.set(number, decoded)
  }
  return found
}

/** What stands beside the bytes of a body: its text, and what could not be read of it. */
export function decodedLines(decoded: DecodedBody | undefined): Line[] {
  if (decoded === undefined) return []
  const { codings, charset, text, parts, problem } = decoded
  const how = [
    codings.length > 0 && `${codings.join(', then ')} undone`,
    charset !== null && `read as ${charset}`,
  ].filter((one) => one !== false)
  const shown = text ?? (parts.length > 0 ? JSON.stringify(parts) : null)
  return [
    ...(problem === null ? [] : [[], [span(`  ${problem}`, 'yellow')]]),
    ...(shown === null
      ? []
      : [
          [],
          [span(`  decoded${how.length > 0 ? `, ${how.join(', ')}` : ''}:`, 'gray')],
          ...printableLines(shown.replace(/\r?\n$/, '')).map((line): Line => [span(`  ${line}`)]),
        ]),
  ]
}
