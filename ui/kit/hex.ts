/** Formats bytes as a hex dump, and decodes bodies to bytes. */

/** Sixteen bytes of a hex dump. */
export interface HexLine {
  offset: string
  hex: string
  text: string
}

const printable = (byte: number) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')

/** The number of lines of a hex dump. */
export const hexCount = (size: number): number => Math.ceil(size / 16)

/** One line of a hex dump. Bytes marked in `hidden` are replaced. */
export function hexLine(bytes: Uint8Array, line: number, hidden?: Uint8Array): HexLine {
  const at = line * 16
  const part = [...bytes.subarray(at, at + 16)]
  const isHidden = (index: number) => hidden?.[at + index] === 1
  const pairs = part.map((byte, index) => (isHidden(index) ? '••' : byte.toString(16).padStart(2, '0')))
  return {
    offset: at.toString(16).padStart(6, '0'),
    hex: `${pairs.slice(0, 8).join(' ')}  ${pairs.slice(8).join(' ')}`.padEnd(48),
    text: part.map((byte, index) => (isHidden(index) ? '•' : printable(byte))).join(''),
  }
}

/** The body of a request or response in the form that {@link bytesOf} and the body view expect. */
export const sentBody = ({ body, body_base64 }: { body: string; body_base64: string | null }) => ({
  text: body_base64 === null ? body : null,
  base64: body_base64,
})

/** The size of a body in bytes, including bytes that were left out. */
export function sizeOf(body: { text: string | null; base64?: string | null; leftOut?: number }): number {
  return bytesOf(body).length + (body.leftOut ?? 0)
}

/** Decodes a body from text or base64. */
export function bytesOf(body: { text: string | null; base64?: string | null }): Uint8Array<ArrayBuffer> {
  if (body.text !== null) return new TextEncoder().encode(body.text)
  return Uint8Array.from(atob(body.base64 ?? ''), (letter) => letter.charCodeAt(0))
}
