/** Imports a vendor's package of this folder by its name. */
export const load = (/** @type {string} */ name) => import(name)
