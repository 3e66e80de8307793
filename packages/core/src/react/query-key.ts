/** The cache key of a query: the session that the data belongs to, and the path. */
export type QueryKey = readonly ['pauta', scope: string, path: string];

/** Whether `key` is a query of `path` itself (with any parameters) or of any path below it. */
export function isQueryBelow(key: unknown, path: string): boolean {
  if (!Array.isArray(key) || key[0] !== 'pauta' || typeof key[2] !== 'string') return false;
  const asked = trimmed(key[2].split('?', 1)[0] ?? '');
  const below = trimmed(path);
  return asked === below || asked.startsWith(`${below}/`);
}

const trimmed = (path: string): string => path.replace(/^\/+|\/+$/g, '');
