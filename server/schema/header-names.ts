import { z } from 'zod'
import { headerNameForm, ofTheMessage } from '../words/header-names.ts'

/** The name of a header that a request may be given. */
export const requestHeaderName = () =>
  z
    .string()
    .regex(headerNameForm, 'must be a header name')
    .refine((name) => !ofTheMessage.includes(name.toLowerCase()), 'is written by the HTTP client')

/** What the value of a header consists of: a character is a byte, and a line that ends early would begin another. */
export const headerValueForm = /^[\t\x20-\x7e\x80-\xff]*$/
export const headerValue = () => z.string().regex(headerValueForm, 'is no header value')

/** What every request of the sandbox carries besides, which would then stand there twice or not at all. */
const taken = ['webhook-id', 'content-type', 'user-agent']

/** The name of the header that a signature of the platform comes in. */
export const signatureHeaderName = () =>
  requestHeaderName().refine(
    (name) => !taken.includes(name.toLowerCase()),
    'is written by the sandbox itself',
  )
