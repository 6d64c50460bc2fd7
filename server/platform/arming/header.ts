import { codeMeant, isPlatformCode } from '../../errors/dictionary.ts'
import { Failure } from '../../failures.ts'
import type { Asked } from '../asked.ts'
import type { ArmedEffect } from './armed.ts'
import type { Fired } from './armory.ts'

/** The request header that arms an error for its own call only: a code, a status such as 503, `reset` or `hang`. */
const errorHeader = 'Sandbox-Error'

/** What the header of a call asks for, undefined without one; a refusal where it says none of the words it may. */
export function armedByHeader(asked: Asked): Fired | Failure | undefined {
  const word = asked.header(errorHeader)?.trim()
  if (!word) return undefined
  const effect = effectNamed(word)
  return effect instanceof Failure ? effect : { effect, by: 'header', delayMs: 0 }
}

function effectNamed(word: string): ArmedEffect | Failure {
  if (isPlatformCode(word)) return { kind: 'code', code: word }
  if (word === 'reset' || word === 'hang') return { kind: word }
  if (/^[2-5]\d\d$/.test(word)) return { kind: 'raw', status: Number(word), body: undefined }
  return new Failure(
    'error_code_unknown',
    `${errorHeader}: there is no error code ${word.slice(0, 100)}.`,
    codeMeant(word, ['503', '504', 'reset', 'hang']),
  )
}
