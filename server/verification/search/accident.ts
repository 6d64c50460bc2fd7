/** Types for the mistakes that the search tries. */
import type { JsonNumber } from '../../json/json-source.ts'
import type { JsonNode } from '../../json/json-tree.ts'
import type { Content } from '../../signing/content.ts'
import type { Recipe } from '../../signing/recipe.ts'
import type { Template } from '../../signing/template.ts'
import type { Counts, Work } from '../accidents/work.ts'
import type { CauseWord } from '../causes.ts'
import type { KnownSecret } from '../input.ts'

/** One possible mistake. It is proved if recomputing with exactly this change produces the received signature. */
export interface Accident {
  cause: CauseWord
  detail: string
  /** By default, the fix in the table of causes. */
  fix?: string | undefined
  /** The expected and received values, if they are not the signed bytes. */
  expected?: string | undefined
  received?: string | undefined
  /** How improbable the mistake is, 1 by default. The search reports the explanation with the lowest weight. */
  weight?: number
}

/**
 * How likely a mistake is. Rank 0 comes first, even for a body so large that the budget allows few tries. Rank 3 comes after
 * all other single mistakes, and is tried with no other mistake.
 */
export type Rank = 0 | 1 | 2 | 3

/** A key that the sender may have used instead of the correct key. */
export interface KeyTurn {
  /** The mistakes that led to this key: a wrong owner or a wrong use. */
  accidents: readonly Accident[]
  rank: Rank
  known: KnownSecret
  /** The secret's text, possibly changed. Asymmetric keys derive from the text. */
  secret: string
  /** The HMAC key; undefined if the scheme has none. */
  bytes: Buffer | undefined
}

/** Bytes that the sender may have signed instead of the body. */
export interface BodyTurn {
  accident: Accident
  rank: Rank
  /** The parsed form that `make` needs. The budget is charged once per form. */
  needs?: 'text' | 'json' | 'tree' | 'sorted' | 'numbers' | undefined
  /** A quick check that avoids the cost of a useless `make`. */
  applies?(body: BodyForms): boolean
  /** The cost of `make`. */
  work: Work
  /**
   * Undefined if impossible. The search ignores a result equal to the body.
   * @param growth the limit for decompression
   */
  make(body: BodyForms, growth: Growth): Buffer | undefined
  /** A sentence for the detail that names what was found in this body. */
  names?(body: BodyForms): string | undefined
  /** Whether all JSON values stay the same, so that no changed value needs to be searched. */
  keepsValues?: boolean
  /** Whether the mistake also happens to other text than JSON, although its cause usually concerns JSON. */
  isOfAnyText?: boolean
  /** Whether the mistake may follow another, such as a newline after re-serialised JSON. */
  isEnd?: boolean
  /** Whether JSON.stringify does the work. It is so cheap and common that it comes first. */
  isNative?: boolean
  /** Whether the mistake is so common and cheap that it is tried early in pairs. */
  isPlain?: boolean
}

/** The maximum size of a decompressed body, in bytes. */
export interface Growth {
  most: number
  /** Reports that a decompression exceeded the limit, so its cost was wasted. */
  wasExceeded(): void
}

/** A body in several parsed forms, each computed on demand. */
export interface BodyForms {
  bytes: Buffer
  counts(): Counts
  /** Whether the body contains these ASCII characters in sequence. The result is cached. */
  has(letters: string): boolean
  isAscii(): boolean
  /** Decoded as UTF-8, with invalid bytes replaced. */
  text(): string
  /** The body without its byte order mark. */
  unmarked(): BodyForms
  /**
   * Whether the body is JSON, ignoring a byte order mark. For a larger body than `most` bytes, only both ends are
   * checked.
   */
  isJson(most?: number): boolean
  /** The parsed JSON; undefined if invalid. */
  json(): { value: unknown } | undefined
  /** The tree of unchanged JSON tokens; undefined if invalid or nested too deeply. */
  tree(): JsonNode | undefined
  /** The tree with sorted names; undefined if already sorted. */
  sorted(): JsonNode | undefined
  /** All number tokens. */
  numbers(): readonly JsonNumber[]
}

/** A way in which the signed bytes may have been composed differently. */
export interface FrameTurn {
  accident: Accident
  /** A second mistake that the change implies. */
  besides?: Accident | undefined
  rank: Rank
  /** The template of the signed content, for all labels. */
  signs?: Template | undefined
  recipe?: Partial<Recipe> | undefined
  content?: Partial<Content> | undefined
  /** The scheme whose recipe made the whole signature, including key and hash function. */
  scheme?: Recipe | undefined
}

/** Another hash function, or another use of a hash function. */
export interface DigestTurn {
  accident: Accident
  rank: Rank
  /** The cost relative to SHA-256. */
  cost: number
  /** The digest as a Latin-1 string. */
  make(key: Buffer, parts: readonly (string | Buffer)[]): string
}
