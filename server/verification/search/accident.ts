import type { JsonNumber } from '../../json/json-source.ts'
import type { JsonNode } from '../../json/json-tree.ts'
import type { Content } from '../../signing/content.ts'
import type { Recipe } from '../../signing/recipe.ts'
import type { Template } from '../../signing/template.ts'
import type { Counts, Work } from '../accidents/work.ts'
import type { CauseWord } from '../causes.ts'
import type { KnownSecret } from '../input.ts'

/** One thing that may have gone different at the sender: recomputing with exactly that change must give the signature. */
export interface Accident {
  cause: CauseWord
  detail: string
  /** That of the table of causes, without it. */
  fix?: string | undefined
  /** What should have been there and what was, where that is not the signed bytes. */
  expected?: string | undefined
  received?: string | undefined
  /** How much it takes to believe it: 1, without it. Of two explanations the lighter is told. */
  weight?: number
}

/** How likely it is: 0 goes first, also where a body is so large that little can be tried. */
export type Rank = 0 | 1 | 2

/** A key that may have been used in place of the right one. */
export interface KeyTurn {
  /** Whose it is and what was made of it, where either is not right. */
  accidents: readonly Accident[]
  rank: Rank
  known: KnownSecret
  /** The text of the secret, changed or not; what asymmetric keys are made of. */
  secret: string
  /** The bytes of an HMAC's key; undefined where the scheme has none. */
  bytes: Buffer | undefined
}

/** Other bytes that may have been signed in place of the body. */
export interface BodyTurn {
  accident: Accident
  rank: Rank
  /** The form that it is made of; making that is paid for once. */
  needs?: 'text' | 'json' | 'tree' | 'sorted' | 'numbers' | undefined
  /** Whether there is anything to be changed; quickly told, so that others cost nothing. */
  applies?(body: BodyForms): boolean
  /** What the making takes. */
  work: Work
  /**
   * Undefined where it cannot be made; what is like the body itself is passed over.
   * @param growth what decompression is bounded by
   */
  make(body: BodyForms, growth: Growth): Buffer | undefined
  /** Whether all values stay what they are, so that none has to be looked for that was changed by it. */
  keepsValues?: boolean
  /** Whether it happens to what is no JSON as well, though its cause is told of JSON alone otherwise. */
  isOfAnyText?: boolean
  /** Whether it may happen on top of another, such as a newline behind what was written anew. */
  isEnd?: boolean
  /** Whether it is made by JSON.stringify, which takes so little and happens so often that it has to wait for nothing. */
  isNative?: boolean
  /** Whether it happens so often and takes so little that it is tried early together with others. */
  isPlain?: boolean
}

/** How much a body may grow into, in bytes. */
export interface Growth {
  most: number
  /** What grew beyond that has taken its time for nothing. */
  wasExceeded(): void
}

/** A body in the forms in which it is rewritten; each is made when it is asked for. */
export interface BodyForms {
  bytes: Buffer
  counts(): Counts
  /** Whether these letters of ASCII stand in it one behind the other; looked for once. */
  has(letters: string): boolean
  isAscii(): boolean
  /** As UTF-8; bytes that are none are replaced. */
  text(): string
  /** Without its byte order mark, where it has one. */
  unmarked(): BodyForms
  /** Whether it is JSON, a byte order mark aside; of a body of more bytes than these only the ends are looked at. */
  isJson(most?: number): boolean
  /** Parsed; undefined when it is no JSON. */
  json(): { value: unknown } | undefined
  /** Its tokens as they are written; undefined when it is no JSON, or nested too deep. */
  tree(): JsonNode | undefined
  /** With its names sorted; undefined where they are so already. */
  sorted(): JsonNode | undefined
  /** What stands in it as a number of JSON would. */
  numbers(): readonly JsonNumber[]
}

/** Another way in which the signed bytes may have been put together. */
export interface FrameTurn {
  accident: Accident
  /** What is wrong besides, where the change allows for that too. */
  besides?: Accident | undefined
  rank: Rank
  /** What is signed, for every label. */
  signs?: Template | undefined
  recipe?: Partial<Recipe> | undefined
  content?: Partial<Content> | undefined
  /** Made wholly as another scheme makes it, its key and its hash function included. */
  scheme?: Recipe | undefined
}

/** Another hash function, or another use of it. */
export interface DigestTurn {
  accident: Accident
  rank: Rank
  /** How much longer than SHA-256 it takes. */
  cost: number
  /** The digest of the bytes, one character for each byte. */
  make(key: Buffer, parts: readonly (string | Buffer)[]): string
}
