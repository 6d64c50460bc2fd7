/** A word of a POSIX shell command, always in quotes. */
export const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
/** Like {@link quoted}, but without quotes if none are needed. */
export const word = (text: string) => (/^[\w./:@%+=,-]+$/.test(text) ? text : quoted(text))
