/**
 * Parses JSON into objects without a prototype, so that properties added to `Object.prototype` by the page are ignored.
 */
export const fromJson = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value && !Array.isArray(value) ? Object.setPrototypeOf(value, null) : value,
  );
