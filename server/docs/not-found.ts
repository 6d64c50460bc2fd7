/** The page that a browser shows for an unknown address, with links to existing pages. */
import { html, wholePage } from './markup.ts'

/** The page for an unknown address, with links to existing pages. */
export const notFoundPage = (path: string, places: readonly string[]) =>
  wholePage(
    'Not found · Webhook Sandbox',
    html`<header><a class="home" href="/">Webhook Sandbox</a></header>
<main>
<h1>Nothing is at <code>${path}</code></h1>
<p class="lead">The address may be mistyped or belong to another version. <a href="/">Open the stream</a> or one of these pages:</p>
<ul>
${places.map(
  (place) => html`<li><a href="${place}">${place}</a></li>
`,
)}</ul>
<p>The API reference is at <a href="/sandbox/docs">/sandbox/docs</a>.</p>
</main>`,
  )
