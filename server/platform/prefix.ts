/** Where the emulated API begins. Source: the platform's reference, section 9. */
export const platformPrefix = '/api/v0.1'
