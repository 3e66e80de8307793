/**
 * JSON of plain data, whatever the page has done to the prototypes: old libraries give arrays a `toJSON` that
 * turns them into texts.
 */
export function toJson(value: unknown): string {
  return JSON.stringify(value, function (this: Record<string, unknown>, key: string) {
    return this[key];
  });
}
