/** Whether a pattern names the event; `*` stands for any run of characters, dots included. */
export function eventMatches(pattern: string, event: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`).test(event)
}
