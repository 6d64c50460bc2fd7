/** Warns about bytes after the end of a response: a short Content-Length, or a body in response to HEAD. */
import { bytes } from '../../server/words/size.ts'

export const Behind = ({ size, method }: { size: number | undefined; method: string }) =>
  size === undefined ? null : method === 'HEAD' ? (
    <p class="bad">
      The response to HEAD has a body of {bytes(size)}. A response to HEAD must not have a body.
    </p>
  ) : (
    <p class="bad">{bytes(size)} arrived after the end of the response. Check its Content-Length.</p>
  )
