/** The rules of `FormRoot`, and the class that its element carries. */
declare module 'made:styles' {
  export const css: string;
  export const className: string;
}

/** The file of `form/engine.ts`, which stands beside the script. */
declare module 'made:engine' {
  /** Its name, with a query that changes with its bytes. */
  export const file: string;
  /** Its hash as in the attribute `integrity`. */
  export const integrity: string;
}
