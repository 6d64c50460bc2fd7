import { fail } from '../../failures.ts'
import type { Asked } from '../asked.ts'
import { codeMeant, isPlatformCode } from '../errors.ts'
import type { ArmedEffect } from './armed.ts'
import type { Fired } from './armory.ts'

/** The request header that arms an error for its own call only: a code, a status such as 503, `reset` or `hang`. */
const errorHeader = 'Sandbox-Error'

/** What the header of a call asks for, undefined without one. Refuses a word that is none of those it may say. */
export function armedByHeader(asked: Asked): Fired | undefined {
  const word = asked.header(errorHeader)?.trim()
  return word ? { effect: effectNamed(word), by: 'header', delayMs: 0 } : undefined
}

function effectNamed(word: string): ArmedEffect {
  if (isPlatformCode(word)) return { kind: 'code', code: word }
  if (word === 'reset' || word === 'hang') return { kind: word }
  if (/^[2-5]\d\d$/.test(word)) return { kind: 'raw', status: Number(word), body: undefined }
  return fail(
    'error_code_unknown',
    `${errorHeader}: there is no error code ${word.slice(0, 100)}.`,
    codeMeant(word, ['503', '504', 'reset', 'hang']),
  )
}
