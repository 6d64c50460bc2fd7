/** Replaces zod in the bundle and in the tests, see the alias in their configurations. */
export * from 'zod/v4'
// A namespace, and not one object with all functions, lets the bundler leave out the parts of zod that nothing uses.
export * as z from './late-zod.ts'
