/** Makes ids, secrets and random values from the seed. */
import { hash } from 'node:crypto'
import type { Counters } from './counters.ts'

/** Each check of a receiver is an identity of its own, named by its id. */
export const isCheckIdentity = (identity: string) => identity.startsWith('chk_')
/** Each scenario run is an identity of its own, named by its id. */
export const isRunIdentity = (identity: string) => identity.startsWith('run_')

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
type IdKind = 'evt' | 'dlv' | 'cap' | 'cal' | 'arm' | 'flt' | 'run' | 'trf' | 'exc' | 'chk'

/** Bytes that only depend on the seed and a label. */
function seededBytes(seed: number, label: string): Buffer {
  return hash('sha256', `${seed}:${label}`, 'buffer')
}

/** A fraction in [0, 1) that only depends on the seed and a label. */
export const seededFraction = (seed: number, label: string): number =>
  seededBytes(seed, label).readUIntBE(0, 6) / 2 ** 48

/** Characters of the alphabet, from five bits of each byte of a hash. */
function word(hashed: string, length: number): string {
  // A string costs half as much as a Buffer.
  const bytes = hash('sha256', hashed, 'binary')
  let text = ''
  for (let i = 0; i < length; i++) text += alphabet[bytes.charCodeAt(i) & 31]
  return text
}

/** A number below 2^40 as eight characters that sort like the numbers. */
function ordered(count: number): string {
  let text = ''
  for (let i = 0, left = count; i < 8; i++, left = Math.floor(left / 32)) text = alphabet[left % 32] + text
  return text
}

/** The number in the first eight characters of an id. */
const countOf = (text: string): number =>
  [...text.slice(0, 8)].reduce((count, letter) => count * 32 + alphabet.indexOf(letter), 0)

function uuid4(bytes: Buffer): string {
  const id = Buffer.from(bytes.subarray(0, 16))
  id[6] = ((id[6] ?? 0) & 0x0f) | 0x40
  id[8] = ((id[8] ?? 0) & 0x3f) | 0x80
  const hex = id.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Makes ids and secrets from the seed and stored counters. The same run gives the same ids, and a restart repeats none. */
export function createIds(counters: Counters, currentSeed: () => number) {
  const made = (kind: IdKind, count: number) =>
    `${kind}_${ordered(count)}${word(`${currentSeed()}:${kind}:${count}`, 18)}`
  const draw = (kind: string) => seededBytes(currentSeed(), `${kind}:${counters.next(kind)}`)
  return {
    /**
     * `evt_…`, `dlv_…`, `cap_…`, `cal_…`, `arm_…`, `flt_…`, `run_…`, `trf_…`, `exc_…`, `chk_…`: 26 characters of Crockford's base 32.
     * They sort by creation, so that an index grows at its end.
     */
    next(kind: IdKind): string {
      return made(kind, counters.next(kind))
    },
    /** Registers an id from elsewhere, so that this seed never makes the id again. */
    adopt(kind: IdKind, id: string) {
      const count = countOf(id.slice(kind.length + 1))
      if (count > counters.current(kind) && id === made(kind, count)) counters.pass(kind, count)
      else counters.next(kind)
    },
    /** A replacement for a foreign id that is taken. It always follows from the id and the content. */
    insteadOf: (id: string, content: string): string => `${id.slice(0, -18)}${word(`${id}:${content}`, 18)}`,
    /**
     * An attempt's id is its delivery's id with its number at the end, so that the order in which attempts end has no
     * effect.
     */
    attempt(deliveryId: string, number: number): string {
      const digits = ordered(number).replace(/^0{1,6}/, '')
      return `att_${deliveryId.slice(4, deliveryId.length - digits.length)}${digits}`
    },
    /** A UUID in the form of version 4. */
    uuid: (): string => uuid4(draw('uuid')),
    /** A UUID that always follows from a label. */
    uuidOf: (label: string): string => uuid4(seededBytes(currentSeed(), label)),
    /** A fraction in [0, 1) that always follows from a label. */
    fractionOf: (label: string): number => seededFraction(currentSeed(), label),
    /** `whsec_` and the base64 of 24 bytes. */
    secret: (): string => `whsec_${draw('secret').subarray(0, 24).toString('base64')}`,
    /** A seed for the data generator, one for each event. */
    fakerSeed: (): number => draw('faker').readUInt32BE(0),
  }
}
export type Ids = ReturnType<typeof createIds>

/** No seed is so large, so that these ids are never those of {@link createIds}. */
const asideSeed = 2 ** 33

/** Ids whose use changes no other id. Checks are not in a recorded session, so its replay must not miss their ids. */
export const createIdsAside = (counters: Counters, currentSeed: () => number): Ids =>
  createIds(
    {
      ...counters,
      next: (name) => counters.next(`aside:${name}`),
      current: (name) => counters.current(`aside:${name}`),
      pass: (name, value) => counters.pass(`aside:${name}`, value),
    },
    () => currentSeed() + asideSeed,
  )
