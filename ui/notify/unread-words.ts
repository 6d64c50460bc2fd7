/** What came while nobody looked. */
interface Unread {
  news: number
  failed: number
}

const most = 999
const upTo = (value: number) => (value > most ? `${most}+` : `${value}`)

/** `(3) Stream · Webhook Sandbox`, with how many of them failed. */
export function titleWith(title: string, { news, failed }: Unread): string {
  if (news + failed === 0) return title
  const all = upTo(Math.max(news, failed))
  return `(${failed === 0 ? all : `${all}, ${upTo(failed)} failed`}) ${title}`
}

/** The icon with a dot: red where something failed, white where something is new. */
export function iconWith({ failed }: Unread): string {
  const dot = failed > 0 ? 'fill="#d92d20" stroke="#fff"' : 'fill="#fff" stroke="#10307a"'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#2456d6"/><path d="M4 5.5h8M4 8h5M4 10.5h8" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/><circle cx="12" cy="12" r="3.4" ${dot}/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
