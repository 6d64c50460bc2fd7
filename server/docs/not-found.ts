import { html, wholePage } from './markup.ts'

/** What a browser shows at an address that there is not: what is there instead, as links. */
export const notFoundPage = (path: string, places: readonly string[]) =>
  wholePage(
    'Not found · Webhook Sandbox',
    html`<header><a class="home" href="/">Webhook Sandbox</a></header>
<main>
<h1>Nothing is at <code>${path}</code></h1>
<p class="lead">The address is mistyped, or from another version. <a href="/">Open the stream</a>, or one of the other places:</p>
<ul>
${places.map(
  (place) => html`<li><a href="${place}">${place}</a></li>
`,
)}</ul>
<p>The APIs are told at <a href="/sandbox/docs">/sandbox/docs</a>.</p>
</main>`,
  )
