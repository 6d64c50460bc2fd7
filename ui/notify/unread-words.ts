/** Builds the page title and icon that show unread records. */
import { upTo } from '../kit/format.ts'

/** The number of unread records, and of failing deliveries. */
interface Unread {
  news: number
  failing: number
}

/** Example: `(3) Stream · Webhook Sandbox` for failing deliveries, otherwise `(3 new) …`. */
export function titleWith(title: string, { news, failing }: Unread): string {
  if (failing > 0) return `(${upTo(failing)}) ${title}`
  return news > 0 ? `(${upTo(news)} new) ${title}` : title
}

/** The dot is red for failures, else white. */
export function iconWith({ failing }: Unread): string {
  const dot = failing > 0 ? 'fill="#d92d20" stroke="#fff"' : 'fill="#fff" stroke="#10307a"'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#2456d6"/><path d="M4 5.5h8M4 8h5M4 10.5h8" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/><circle cx="12" cy="12" r="3.4" ${dot}/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
