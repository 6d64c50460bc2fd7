/** Decides what a request target means: the host and the path that it names. */
import { Failure } from '../failures.ts'

const absoluteForm = /^https?:\/\/([^/?#]*)/i

/**
 * Converts a request target to a path. A client may send the whole URL, as it does to a proxy (RFC 9112,
 * 3.2.2).
 */
export const originForm = (target: string): string =>
  target.startsWith('/') ? target : target.replace(absoluteForm, '') || '/'

/** The host that a target itself names, as in `http://localhost:4400/`. Undefined for a path. */
export const hostIn = (target: string): string | undefined => absoluteForm.exec(target)?.[1]

/**
 * The refusal of a path that a URL parser would read as another path. Otherwise a guard and a route could read the same
 * target differently.
 */
export function pathFlaw(target: string): Failure | null {
  const [path = ''] = originForm(target).split(/[?#]/, 1)
  if (!/(?:^|[/\\])(?:\.|%2e){1,2}(?=[/\\]|$)/i.test(path) && !path.includes('\\')) return null
  return new Failure(
    'request_malformed',
    `The path ${path.slice(0, 200)} contains a dot segment or a backslash.`,
    'Send the path that is meant, without /./, /../ and backslashes. Programs like curl resolve them unless told otherwise.',
  )
}
