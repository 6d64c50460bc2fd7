/** How long a closing sandbox waits for attempts under way. Real time, ms. */
export const drainMs = 5000
