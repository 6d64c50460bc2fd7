import { Failure } from '../../failures.ts'
import type { ChosenReply } from './choose.ts'

/** The answer to a sender that is gone: none. */
export const nobody = (received: number): ChosenReply => ({
  rule: `none: the sender went away after ${received} bytes`,
  status: 0,
  headers: {},
  body: '',
  delayMs: 0,
  takesStep: false,
})

/** The answer to a body over the limit. */
export const tooLarge = (limit: number): ChosenReply => ({
  rule: `body over ${limit} bytes`,
  status: 413,
  headers: { 'content-type': 'application/json', connection: 'close' },
  body: JSON.stringify(new Failure('body_too_large', `The body is larger than ${limit} bytes.`).body()),
  delayMs: 0,
  takesStep: false,
})
