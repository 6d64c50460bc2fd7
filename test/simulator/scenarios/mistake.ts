/** What is replaced in a right file by what, and what is said then; § stands for $. */
export type Mistake = [from: string, to: string, says: string]
