import { headerTable } from './header-table.ts'

/** Lines for headers that are known by their form alone, the more telling ones first. */
const forms: readonly [RegExp, string][] = [
  [/-signature(-|$)|-hmac-|-hmac$|signature$/, 'By its name a signature; the sender documents its recipe'],
  [/-timestamp$/, 'By its name the time of sending or signing'],
  [/-(request|correlation|trace)-?id$/, 'A number of the request, to find it again in the sender’s logs'],
  [/-(event|topic|type)$/, 'By its name what happened, or of what kind it is'],
  [/(^|-)(delivery|webhook|message|event)-id$/, 'By its name the id of what is sent'],
  [/-(attempt|retry)(-|$)/, 'By its name how often it was tried'],
  [/(token|secret|api-?key)$/, 'By its name a secret that the sender shows'],
  [/^x-forwarded-/, 'What a proxy says of the request it passed on'],
  [/^x-ratelimit-|^ratelimit-/, 'What is left of the requests that are allowed'],
  [/^sec-/, 'Set by a browser; scripts cannot change it'],
  [/^access-control-/, 'What pages elsewhere may do (CORS)'],
  [/^content-/, 'Not a well-known header; by its name it speaks of the body'],
  [/^if-/, 'Not a well-known header; by its name a condition'],
  [/^cf-/, 'Set by Cloudflare'],
  [/^x-amzn?-/, 'Set by Amazon’s services'],
  [/^x-(goog|google)-/, 'Set by Google’s services'],
  [/^x-ms-|^x-azure-/, 'Set by Microsoft’s services'],
  [/^x-shopify-/, 'Set by Shopify'],
  [/^x-github-/, 'Set by GitHub'],
  [/^x-gitlab-/, 'Set by GitLab'],
  [/^x-slack-/, 'Set by Slack'],
  [/^x-twilio-/, 'Set by Twilio'],
  [/^stripe-/, 'Set by Stripe'],
  [/^paypal-/, 'Set by PayPal'],
  [/^(webhook|svix)-/, 'One of the webhook’s own headers, not of the standard'],
  [/^x-/, 'Not a standard header; set by the sender for its own use'],
]
const otherwise = 'Not a well-known header; whoever sent it knows what it means'

/** The line for a header: what it is for where that is known, else what its name tells. */
export function headerNote(name: string): string {
  const lower = name.toLowerCase()
  const known = Object.hasOwn(headerTable, lower) ? headerTable[lower] : undefined
  return known ?? forms.find(([form]) => form.test(lower))?.[1] ?? otherwise
}
