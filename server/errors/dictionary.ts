/** The error codes of the emulated API. */
import dictionary from '../../fixtures/errors.json'
import beyond from '../../fixtures/errors-beyond-dictionary.json'
import { call, type Said, said } from '../words/act.ts'
import { didYouMean } from '../words/nearest.ts'

/** The facts of an error code: a row of `fixtures/errors.json`. Source: the platform's reference, section 7. */
export interface ErrorRow {
  status: number
  type: string
  area: string
  meaning: string
  /** The message to the client when the error is armed. */
  message: string
  /** Whether the same request may succeed later. */
  retry: boolean
  advice: string
  /** The request or state that causes the error; null if only arming does. */
  reached_by: string | null
}
export type PlatformCode = keyof typeof dictionary | keyof typeof beyond

/** The codes of the platform's dictionary, in its order. */
export const dictionaryCodes = Object.keys(dictionary) as PlatformCode[]
/** Codes that the reference names outside its dictionary. */
export const codesBeyondDictionary = Object.keys(beyond) as PlatformCode[]
export const platformCodes = [...dictionaryCodes, ...codesBeyondDictionary]

export const platformErrors: Record<PlatformCode, ErrorRow> = { ...dictionary, ...beyond }
export const isPlatformCode = (text: string): text is PlatformCode => Object.hasOwn(platformErrors, text)

/** The fix for an unknown code. The full list would be too long to print. */
export const codeMeant = (word: string, others: readonly string[] = []): Said =>
  didYouMean(word, [...platformCodes, ...others]) || said`${call('listErrors')} lists every code.`

/** The four keys of an error, in the platform's order. */
export const errorBody = (code: PlatformCode, message: string) => ({
  Message: message,
  Status: platformErrors[code].status,
  Code: code,
  Type: platformErrors[code].type,
})
