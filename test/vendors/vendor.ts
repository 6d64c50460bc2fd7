/**
 * A package of this folder, by its name; it is found here and not among the packages of the project.
 * Its types are not: the compiler must do without the installation.
 */
export async function vendor<Package>(name: string): Promise<Package> {
  try {
    return (await import(/* @vite-ignore */ name)) as Package
  } catch (error) {
    throw new Error(
      `${name} cannot be loaded: run node test/vendors/install.mjs, which brings the vendors' verifiers (${error instanceof Error ? error.message : error}).`,
    )
  }
}
