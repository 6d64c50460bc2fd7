/** Field types for the names and values of headers. */
import { z } from 'zod'
import { headerNameForm, ofTheMessage } from '../words/header-names.ts'

/** The name of a header that a request may set. */
export const requestHeaderName = () =>
  z
    .string()
    .regex(headerNameForm, 'must be a valid header name')
    .refine((name) => !ofTheMessage.includes(name.toLowerCase()), 'is set by the HTTP client')

/**
 * The allowed characters of a header value: one byte each, and no line breaks, which would begin another header.
 */
export const headerValueForm = /^[\t\x20-\x7e\x80-\xff]*$/
export const headerValue = () => z.string().regex(headerValueForm, 'is not a valid header value')

/** Headers that every request of the sandbox has anyway. */
const taken = ['webhook-id', 'content-type', 'user-agent']

/** The name of the header that carries the platform's signature. */
export const signatureHeaderName = () =>
  requestHeaderName().refine((name) => !taken.includes(name.toLowerCase()), 'is set by the sandbox itself')
