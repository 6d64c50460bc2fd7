import { bytes } from '../../server/words/size.ts'

/** What came behind the end of an answer: often its Content-Length is too short, or HEAD was answered with a body. */
export const Behind = ({ size, method }: { size: number | undefined; method: string }) =>
  size === undefined ? null : method === 'HEAD' ? (
    <p class="bad">{bytes(size)} came behind its headers, and an answer to HEAD has no body.</p>
  ) : (
    <p class="bad">{bytes(size)} more came behind the end that its head tells.</p>
  )
