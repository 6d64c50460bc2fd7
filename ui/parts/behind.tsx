import { bytes } from './format.ts'

/** What came behind the end of an answer: often its Content-Length is too short. */
export const Behind = ({ size }: { size: number | undefined }) =>
  size === undefined ? null : <p class="bad">{bytes(size)} more came behind the end that its head tells.</p>
