/** Imports a framework of this folder by its name. */
export const load = (/** @type {string} */ name) => import(name)
