/** How a terminal begins a command to the sandbox. */
export const program = 'npx webhook-sandbox'

/** Where a command finds a sandbox that nothing was said of. */
const usual = 'http://127.0.0.1:4400'

/** A command to this sandbox, whatever folder the terminal stands in. */
export const joined = (parts: readonly string[]) =>
  [program, ...parts, ...(location.origin === usual ? [] : [`--url ${location.origin}`])].join(' ')
