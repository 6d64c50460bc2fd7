/** The tests that need no more than the packages: neither the database, nor the built program, nor Chromium. */
export const early = /** @type {const} */ (['early', 'early-page'])
/** All others, in their order. */
export const late = /** @type {const} */ (['together', 'page', 'alone'])
