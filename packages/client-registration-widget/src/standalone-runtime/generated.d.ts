/** The rules of `FormRoot`, and the class of its element. */
declare module 'generated:styles' {
  export const css: string;
  export const className: string;
}

/** The built file of `form/engine.ts`, in the folder of the script. */
declare module 'generated:engine' {
  /** File name with a query that changes with the content. */
  export const file: string;
  /** Hash in the format of the attribute `integrity`. */
  export const integrity: string;
}
