/**
 * JSON of plain data, unaffected by changes that the page made to prototypes: old libraries give arrays a `toJSON` that
 * returns strings.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key: string) {
    return this[key];
  });
}
