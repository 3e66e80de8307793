/**
 * A new random key (a version 4 UUID) for the `idempotencyKey` of a request. Create one per user action, such as each
 * opening of a form, and send it with every attempt: the server then executes the request once. Also works on
 * plain-HTTP pages, where `crypto.randomUUID` does not exist.
 *
 * @example
 * const key = createIdempotencyKey();
 * await api.post('/clients', client, { idempotencyKey: key }); // and the same key for a retry
 */
export function createIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    const marked = index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  }).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
