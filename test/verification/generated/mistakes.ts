/** All mistakes of the corpus. */
import { bodyMistakes } from './body-mistakes.ts'
import { contentMistakes } from './content-mistakes.ts'
import { headerMistakes } from './header-mistakes.ts'
import type { Mistake } from './making.ts'
import { secretMistakes } from './secret-mistakes.ts'

export const mistakes: readonly Mistake[] = [
  ...secretMistakes,
  ...bodyMistakes,
  ...contentMistakes,
  ...headerMistakes,
]
