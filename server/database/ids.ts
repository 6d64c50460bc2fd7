import { hash } from 'node:crypto'
import type { Counters } from './counters.ts'

/** Each run of a scenario acts as an identity of its own, named by its id. */
export const isRunIdentity = (identity: string) => identity.startsWith('run_')

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
type IdKind = 'evt' | 'dlv' | 'cap' | 'cal' | 'arm' | 'flt' | 'run' | 'trf' | 'exc'

/** Bytes that follow from the seed and a label alone. */
function seededBytes(seed: number, label: string): Buffer {
  return hash('sha256', `${seed}:${label}`, 'buffer')
}

/** A fraction in [0, 1) that follows from the seed and a label alone. */
export const seededFraction = (seed: number, label: string): number =>
  seededBytes(seed, label).readUIntBE(0, 6) / 2 ** 48

/** Characters of the alphabet, five bits of each byte of the hash of a text. */
function word(hashed: string, length: number): string {
  // A text costs half of what a Buffer does.
  const bytes = hash('sha256', hashed, 'binary')
  let text = ''
  for (let i = 0; i < length; i++) text += alphabet[bytes.charCodeAt(i) & 31]
  return text
}

/** A number below 2^40 in eight characters, which sort as the numbers do. */
function ordered(count: number): string {
  let text = ''
  for (let i = 0, left = count; i < 8; i++, left = Math.floor(left / 32)) text = alphabet[left % 32] + text
  return text
}

/** The number that the first eight characters of such an id stand for. */
const countOf = (text: string): number =>
  [...text.slice(0, 8)].reduce((count, letter) => count * 32 + alphabet.indexOf(letter), 0)

function uuid4(bytes: Buffer): string {
  const id = Buffer.from(bytes.subarray(0, 16))
  id[6] = ((id[6] ?? 0) & 0x0f) | 0x40
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80
  const hex = id.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Ids and secrets from the seed and counters kept in the database: the same run gives the same ids, a restart repeats none. */
export function createIds(counters: Counters, currentSeed: () => number) {
  const made = (kind: IdKind, count: number) =>
    `${kind}_${ordered(count)}${word(`${currentSeed()}:${kind}:${count}`, 18)}`
  const draw = (kind: string) => seededBytes(currentSeed(), `${kind}:${counters.next(kind)}`)
  return {
    /**
     * `evt_…`, `dlv_…`, `cap_…`, `cal_…`, `arm_…`, `flt_…`, `run_…`, `trf_…`, `exc_…`: 26 characters of Crockford's base 32. They sort in the order in
     * which they were made, so that an index of them grows at its end.
     */
    next(kind: IdKind): string {
      return made(kind, counters.next(kind))
    },
    /**
     * Takes in an id that comes from elsewhere: it is counted, and never made again, not even where this very seed would have
     * made it later.
     */
    adopt(kind: IdKind, id: string) {
      const count = countOf(id.slice(kind.length + 1))
      if (count > counters.current(kind) && id === made(kind, count)) counters.pass(kind, count)
      else counters.next(kind)
    },
    /** The id of a record that comes from elsewhere with one that is taken: it follows from that and from what it holds, the same each time. */
    insteadOf: (id: string, content: string): string => `${id.slice(0, -18)}${word(`${id}:${content}`, 18)}`,
    /** An attempt's id is its delivery's with its number for the last characters, so that the order in which attempts end changes nothing. */
    attempt(deliveryId: string, number: number): string {
      const digits = ordered(number).replace(/^0{1,6}/, '')
      return `att_${deliveryId.slice(4, deliveryId.length - digits.length)}${digits}`
    },
    /** A UUID of version 4 in form. */
    uuid: (): string => uuid4(draw('uuid')),
    /** A UUID that follows from a label, the same each time. */
    uuidOf: (label: string): string => uuid4(seededBytes(currentSeed(), label)),
    /** A fraction in [0, 1) that follows from a label, the same each time. */
    fractionOf: (label: string): number => seededFraction(currentSeed(), label),
    /** `whsec_` and the base64 of 24 bytes. */
    secret: (): string => `whsec_${draw('secret').subarray(0, 24).toString('base64')}`,
    /** An integer to seed a faker with, one for each event. */
    fakerSeed: (): number => draw('faker').readUInt32BE(0),
  }
}
export type Ids = ReturnType<typeof createIds>
