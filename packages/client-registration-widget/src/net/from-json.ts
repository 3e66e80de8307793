/** JSON as plain data, in which nothing stands that the page put on `Object.prototype`. */
export const fromJson = (text: string): unknown =>
  JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value && !Array.isArray(value) ? Object.setPrototypeOf(value, null) : value,
  );
