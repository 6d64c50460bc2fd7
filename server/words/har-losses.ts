/** What a request of a HAR lacks beside what was sent, in words. */
export const harLosses = [
  'raw_bytes',
  'length_differs',
  'body_missing',
  'form_rebuilt',
  'pseudo_headers',
  'web_socket_messages',
  'not_http',
  'invalid',
] as const

export type HarLoss = (typeof harLosses)[number]

export const harLossWords: Readonly<Record<HarLoss, string>> = {
  raw_bytes:
    'A HAR holds text instead of the raw bytes, and no trailers, chunks or spelling of the request line. The response is not imported, only its status.',
  length_differs:
    'The body differs in length from its Content-Length, so it is not what was sent. A signature over it may not match.',
  body_missing: 'The HAR says that there was a body, but does not hold the body.',
  form_rebuilt: 'The HAR holds the fields of a form only. The body was written again from the fields.',
  pseudo_headers: 'The pseudo-headers of HTTP/2 were left out.',
  web_socket_messages: 'The messages of the WebSocket were left out.',
  not_http: 'Not imported: the URL is not http or https.',
  invalid: 'Not imported: the method, the URL or a header is not valid HTTP/1.1.',
}
