/** A word of a command for a POSIX shell, in quotes whatever it holds. */
export const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
/** As {@link quoted}, without quotes where none are needed. */
export const word = (text: string) => (/^[\w./:@%+=,-]+$/.test(text) ? text : quoted(text))
