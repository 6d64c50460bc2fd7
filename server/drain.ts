/** How long attempts under way may take to end when a sandbox closes. Real time, ms. */
export const drainMs = 5000
