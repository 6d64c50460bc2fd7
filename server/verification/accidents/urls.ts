/** Mistakes in a signed URL or method. */
import { asRequested, believedUrl, claimsOther, urlsTaken } from '../../signing/address.ts'
import { compiled } from '../../signing/compiled.ts'
import type { Content } from '../../signing/content.ts'
import type { HeaderMap } from '../../signing/presented.ts'
import type { Recipe } from '../../signing/recipe.ts'
import type { FrameTurn } from '../search/accident.ts'
import { claimAccident } from './body-claims.ts'
import { permutationsOf } from './message-bases.ts'
import { orAsItIs, percentDecoded, percentEncoded, percentWritings } from './percent.ts'

const first = (text: string | undefined) => text?.split(',')[0]?.trim() || undefined
const parameterOf = (text: string | undefined, name: string) =>
  new RegExp(`(?:^|[;,\\s])${name}="?([^";,\\s]+)`, 'i').exec(text ?? '')?.[1]

/** The original request, according to the proxy's headers. */
function forwarded(headers: HeaderMap) {
  const all = headers.get('forwarded')
  const port = first(headers.get('x-forwarded-port'))
  const host =
    parameterOf(all, 'host') ?? first(headers.get('x-forwarded-host')) ?? headers.get('x-original-host')
  return {
    hosts: [host, host && port && `${host}:${port}`].flatMap((one) => (one ? [one] : [])),
    scheme:
      parameterOf(all, 'proto') ??
      first(headers.get('x-forwarded-proto')) ??
      headers.get('x-forwarded-scheme'),
    prefix: headers.get('x-forwarded-prefix') ?? '',
    path: headers.get('x-original-uri') ?? headers.get('x-forwarded-uri') ?? headers.get('x-original-url'),
  }
}

/** The URLs that a proxy or a setting may have changed the requested URL to, likeliest first. */
function otherUrls(url: string, headers: HeaderMap): string[] {
  if (!URL.canParse(url)) return []
  const { protocol, host, hostname, pathname, search } = new URL(url)
  const { hosts, scheme, prefix, path } = forwarded(headers)
  const schemes = [...new Set([...(scheme ? [scheme] : []), protocol.slice(0, -1), 'https', 'http'])]
  const requested = pathname + search
  const slashed = (pathname.endsWith('/') ? pathname.slice(0, -1) : `${pathname}/`) + search
  const names = [...new Set([...hosts, host, hostname])]
  const paths = [requested, path, prefix && prefix + requested, slashed, pathname].filter((one) => one)
  return [
    ...names.flatMap((name) => schemes.flatMap((one) => paths.map((target) => `${one}://${name}${target}`))),
    ...ports.flatMap((port) => schemes.map((one) => `${one}://${hostname}:${port}${requested}`)),
    ...schemes.map((one) => `${one}://${host}`),
    ...schemes.map((one) => `${one}://${host}/`),
    requested,
    pathname,
    '',
    decoded(url),
    url.toLowerCase(),
    ...(hostname.startsWith('www.') ? [] : [`${protocol}//www.${host}${requested}`]),
    ...['localhost', '127.0.0.1'].flatMap((name) => [
      `${protocol}//${name}${host.slice(hostname.length)}${requested}`,
    ]),
    `${protocol}//${host}${pathname}?${[...new URLSearchParams(search)]
      .sort()
      .map((pair) => pair.join('='))
      .join('&')}`,
  ]
}

/** Up to this many segments of a path are left out at one end. */
const mostSegments = 6

/** Paths that are shorter at one end, such as behind a proxy that removes a prefix. */
function shorterPaths(pathname: string): string[] {
  const segments = pathname.split('/').slice(1)
  return segments
    .slice(0, mostSegments)
    .flatMap((_, at) => [`/${segments.slice(at).join('/')}`, `/${segments.slice(0, at).join('/')}`])
}

/** Rarer forms of the same address. */
function rareUrls(url: string, headers: HeaderMap): string[] {
  if (!URL.canParse(url)) return []
  const { protocol, host, hostname, port, pathname, search } = new URL(url)
  const requested = pathname + search
  const names = [...forwarded(headers).hosts, host, hostname]
  const colon = port === '' ? '' : `:${port}`
  const others = [
    hostname.startsWith('www.') ? hostname.slice(4) + colon : `www.${host}`,
    hostname.replace(/^[^.]+\.(?=[^.]+\.)/, '') + colon,
    host.toUpperCase(),
    `${hostname}.${colon}`,
    ...['localhost', '127.0.0.1', '0.0.0.0', '[::1]'].flatMap((name) => [
      name + colon,
      name,
      ...ports.map((one) => `${name}:${one}`),
    ]),
    ...ports.map((one) => `${hostname}:${one}`),
  ]
  const paths = [
    ...shorterPaths(pathname).flatMap((path) => [path + search, path]),
    decodedPlus(requested),
    percentDecoded(requested),
    orAsItIs(encodeURI)(requested),
    decoded(pathname) + search,
    pathname + percentDecoded(search),
    pathname.toLowerCase() + search,
    requested.replace(/\/$/, ''),
    pathname.replace(/\/?$/, '/'),
    pathname.replace(/\/$/, ''),
    pathname.replace(/\/?$/, '/') + search,
    `/${requested}`,
    `${pathname}?`,
    `${requested}?`,
    `${requested}&`,
  ]
  return [
    ...[protocol, 'https:', 'http:'].flatMap((scheme) => [
      ...names.flatMap((name) => paths.map((path) => `${scheme}//${name}${path}`)),
      ...others.flatMap((name) =>
        [requested, pathname, pathname.replace(/\/?$/, '/')].map((path) => `${scheme}//${name}${path}`),
      ),
    ]),
    ...names.flatMap((name) => [
      name,
      `${name}${requested}`,
      `//${name}${requested}`,
      `${name}${pathname}`,
      `//${name}${pathname}`,
    ]),
    ...paths,
    search,
    search.slice(1),
    percentEncoded(url),
    percentDecoded(url),
    decodedPlus(url),
    orAsItIs(encodeURI)(url),
    url.toUpperCase(),
    JSON.stringify(url).replaceAll('/', '\\/').slice(1, -1),
    JSON.stringify(url),
    url.replaceAll('&', '&amp;'),
    `${url} `,
    `${url}\n`,
  ]
}
const decodedPlus = (text: string) => percentDecoded(text.replaceAll('+', ' '))

/** With more parameters, only likely orders are tried. */
const mostPermuted = 4

/** Equivalent queries, without the question mark. */
function otherQueries(query: string): string[] {
  const parameters = query.split('&')
  const orders = parameters.length <= mostPermuted ? permutationsOf(parameters) : likelyOrders(parameters)
  return [
    ...Object.values(percentWritings).map((write) => write(query)),
    ...orders.map((order) => order.join('&')),
  ]
}

/** Sorted, and with the body's digest last. */
function likelyOrders(parameters: readonly string[]): string[][] {
  const sorted = parameters.toSorted()
  const digest = parameters.filter((one) => one.startsWith('bodySHA256='))
  const apart = (list: readonly string[]) => list.filter((one) => !digest.includes(one))
  return [sorted, [...apart(parameters), ...digest], [...apart(sorted), ...digest]]
}

/** The URL with a query that a proxy re-encoded or sorted. */
function requeried(url: string): string[] {
  if (!URL.canParse(url)) return []
  const { protocol, host, pathname, search } = new URL(url)
  if (search === '') return []
  const schemes = new Set([protocol, 'https:', 'http:'])
  return [...schemes].flatMap((scheme) =>
    otherQueries(search.slice(1)).map((query) => `${scheme}//${host}${pathname}?${query}`),
  )
}

/** The URL without the body's digest. */
const withoutDigest = (url: string) =>
  url.replace(/([?&])bodySHA256=[^&#]*(&?)/, (_, before, after) => (after === '' ? '' : before))

const decoded = orAsItIs(decodeURI)

/** Common ports behind a proxy, and the default ports. */
const ports = ['443', '80', '8080', '3000', '8443', '8000', '5000', '4000']

const otherMethods = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'post']

/** The URLs and methods that the sender may have signed. */
export function urlTurns(recipe: Recipe, content: Content): FrameTurn[] {
  const templates = Object.values(recipe.signs).join()
  if (recipe.method !== 'message' && !/\{(?:url|address)\}/.test(templates)) return []
  const asked = believedUrl(recipe, content)
  const undigested = withoutDigest(asked)
  const likely = new Set([content.url, asRequested(asked), ...otherUrls(asked, content.headers), undigested])
  const again = new Set(requeried(asked))
  const urls = new Set([...likely, ...again, ...rareUrls(asked, content.headers)])
  urls.delete(asked)
  const isOther = claimsOther(recipe, asked, content)
  const claim = claimAccident(recipe, asked, content)
  // The scheme accepts these addresses, so they are not mistakes.
  const taken = new Set(compiled(recipe).signsAddress ? urlsTaken(asked) : [])
  const turns = [...urls].map(
    (url): FrameTurn => ({
      rank: likely.has(url) ? 0 : again.has(url) ? 1 : 3,
      recipe: { url },
      // Parsing removes the default port and adds the body's digest. Here the sender signed the URL unchanged.
      ...(recipe.method === 'hmac' &&
        (isOther ||
          url === undigested ||
          undigested === asked ||
          (URL.canParse(url) && asRequested(url) !== url)) && {
          content: { address: url },
        }),
      ...(taken.has(url) && isOther
        ? { accident: claim }
        : {
            ...(isOther && { besides: claim }),
            accident: {
              cause: 'method_or_url',
              detail: `The signature is correct ${url === '' ? 'without the URL' : `for the URL ${url}`}, but the requested URL is ${asked}.`,
              expected: asked,
              received: url,
            },
          }),
    }),
  )
  if (recipe.method !== 'message') return turns
  const methodTurns = otherMethods
    .filter((method) => method !== content.method)
    .map(
      (method): FrameTurn => ({
        rank: 0,
        content: { method },
        accident: {
          cause: 'method_or_url',
          detail: `The signature is correct for the method ${method}, but the request used ${content.method}.`,
          expected: content.method,
          received: method,
        },
      }),
    )
  return [...turns, ...methodTurns]
}
