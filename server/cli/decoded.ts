/** Decodes and shows bodies that are compressed or not UTF-8. */
import { codingsOf } from '../body/decode/codings.ts'
import type { Attempt, DecodedBody, Delivery, HeaderPair } from '../wire.ts'
import { printableLines } from '../words/printable.ts'
import { type Line, span } from '../words/spans.ts'
import type { Client } from './client.ts'

interface Message {
  headers: readonly HeaderPair[]
  body_base64: string | null
}

/** Whether a body is compressed or not UTF-8. */
const isWorthDecoding = ({ headers, body_base64 }: Message) =>
  body_base64 !== null || codingsOf(headers).length > 0

/** The decoded body of a message, or undefined if the body needs no decoding. */
export async function decodedAt(
  client: Client,
  path: string,
  message: Message | null,
): Promise<DecodedBody | undefined> {
  if (message === null || !isWorthDecoding(message)) return undefined
  return (await client.get<{ decoded: DecodedBody }>(path, 'decoded')).decoded
}

/** The decoded responses of a delivery, by the number of the attempt. */
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

/** The decoded text of a body, and what could not be decoded. */
export function decodedLines(decoded: DecodedBody | undefined): Line[] {
  if (decoded === undefined) return []
  const { codings, charset, text, parts, problem } = decoded
  const how = [
    codings.length > 0 && `${codings.join(', then ')} removed`,
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
