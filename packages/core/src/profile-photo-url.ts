/**
 * The address of a profile photo: `/storage/{path}` on the server of the API (specification §3 and §7).
 *
 * @param path `profile_photo` of the user.
 * @param base The API's base address, as in `ApiClient.baseUrl`.
 * @returns null without a photo and for a path that would leave `/storage/`; show the default icon then.
 * @example
 * profilePhotoUrl('avatars/7.webp', 'https://pauta.example.com/api')
 * // 'https://pauta.example.com/storage/avatars/7.webp'
 */
export function profilePhotoUrl(path: string | null | undefined, base: string): string | null {
  if (!path) return null;
  const relative = path.replace(/^\/+/, '').replaceAll('#', '%23');
  const url = new URL(`http://host/storage/${relative}`);
  if (!url.pathname.startsWith('/storage/') || url.pathname === '/storage/') return null;
  return `${storageRoot(base)}${url.pathname}${url.search}`;
}

function storageRoot(base: string): string {
  const trimmed = base.replace(/\/+$/, '');
  if (trimmed.endsWith('/api')) return trimmed.slice(0, -'/api'.length);
  return /^[a-z]+:\/\/[^/]+/i.exec(trimmed)?.[0] ?? '';
}
