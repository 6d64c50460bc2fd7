/** Builds the page title and icon that show unread records. */

/** The number of unread records and failures. */
interface Unread {
  news: number
  failed: number
}

const most = 999
const upTo = (value: number) => (value > most ? `${most}+` : `${value}`)

/** Example: `(3) Stream · Webhook Sandbox`, with the number of failures. */
export function titleWith(title: string, { news, failed }: Unread): string {
  if (news + failed === 0) return title
  const all = upTo(Math.max(news, failed))
  return `(${failed === 0 ? all : `${all}, ${upTo(failed)} failed`}) ${title}`
}

/** The dot is red for failures, else white. */
export function iconWith({ failed }: Unread): string {
  const dot = failed > 0 ? 'fill="#d92d20" stroke="#fff"' : 'fill="#fff" stroke="#10307a"'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#2456d6"/><path d="M4 5.5h8M4 8h5M4 10.5h8" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/><circle cx="12" cy="12" r="3.4" ${dot}/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
