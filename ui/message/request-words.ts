import type { Capture } from '../../server/wire.ts'
import { bytes } from '../../server/words/size.ts'

/** Path and query as they were sent. */
export const withQuery = ({ path, query }: Pick<Capture, 'path' | 'query'>) =>
  query === '' ? path : `${path}?${query.replace(/^\?/, '')}`

/** How the body's end was told, and whether a go-ahead was asked for: `chunked`, `length 174 bytes`, `no body`. */
export function framingWords({
  framing,
  body_size,
  expects_continue,
}: Pick<Capture, 'framing' | 'body_size' | 'expects_continue'>): string {
  const body = {
    length: `length told beforehand, ${bytes(body_size)}`,
    chunked: `chunked, ${bytes(body_size)} in all`,
    none: 'no body',
  }[framing]
  return expects_continue ? `${body} · asked for 100 Continue first` : body
}
