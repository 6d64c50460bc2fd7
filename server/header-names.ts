import { z } from 'zod'

/** Written by the client itself: they say where a message goes and where it ends. */
const ofTheMessage = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'keep-alive',
  'expect',
  'te',
  'trailer',
]

/** The name of a header that a request may be given. */
export const requestHeaderName = () =>
  z
    .string()
    .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'must be a header name')
    .refine((name) => !ofTheMessage.includes(name.toLowerCase()), 'is written by the HTTP client')
