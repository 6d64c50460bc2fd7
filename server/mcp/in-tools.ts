/** Replaces the requests that the API recommends by tools. */

/** The tool for each request, which `*` replaces by the id or name in its path. */
const tools: [request: RegExp, tool: string][] = [
  [/POST \/sandbox\/scenarios\/([\w-]+)\/run\b/g, 'run_scenario with name *'],
  [/GET \/sandbox\/captures\/(cap_\w+)(?:\/\w+)*/g, 'explain_capture with id *'],
  [/GET \/sandbox\/deliveries\/(dlv_\w+)(?:\/\w+)*/g, 'explain_delivery with id *'],
  [/GET \/sandbox\/captures\?q=([^\s.,]+)/g, 'list_captures with q *'],
  [/GET \/sandbox\/deliveries\?state=(\w+)/g, 'list_deliveries with state *'],
  [/GET \/sandbox\/captures\b/g, 'list_captures'],
  [/GET \/sandbox\/deliveries\b/g, 'list_deliveries'],
  [/GET \/sandbox\/subscriptions\b/g, 'status'],
  [/POST \/sandbox\/subscriptions\b/g, 'subscribe_receiver'],
  [/GET \/sandbox\/catalogue\/events\b/g, 'list_events'],
  [/POST \/sandbox\/reset\b/g, 'reset'],
  [/POST \/sandbox\/clock\b/g, 'advance_clock'],
]

/** A text of the API in terms of tools. What no tool does is done in the page. */
export const inTools = (text: string, base: string): string =>
  tools
    .reduce(
      (said, [request, tool]) => said.replace(request, (_request, about: string) => tool.replace('*', about)),
      text,
    )
    .replace(/\b(?:GET|POST|PATCH|DELETE) \/(?:sandbox|api)\/[\w{}/.?=*-]*[\w}*]/g, thePage(base))
    .replace(/\b(?:npx )?webhook-sandbox(?: [a-z][\w-]*)*/g, thePage(base))

/** The page in place of a request, also at the beginning of a sentence. */
const thePage =
  (base: string) =>
  (_request: string, at: number, whole: string): string =>
    `${/(?:^|[.?!] )$/.test(whole.slice(0, at)) ? 'The' : 'the'} page at ${base}/`
