/** A role of a user. Code compares `name`, `display_name` is for display. */
export interface Role {
  readonly id: number | string;
  readonly name: string;
  readonly display_name: string;
}

/**
 * The signed-in user as stored in the session (specification §3). Additional fields of the server are kept at run time
 * but are not part of this contract.
 */
export interface User {
  readonly id: number | string;
  readonly full_name: string;
  readonly email: string;
  /** A path below `/storage/`; see `profilePhotoUrl`. */
  readonly profile_photo: string | null;
  readonly roles: readonly Role[];
  /** Permission names. */
  readonly permissions: readonly string[];
}

/**
 * Parses a user that comes from a server or a storage; missing fields get an empty value of their type. Returns null if
 * `value` is not an object.
 */
export function parseUser(value: unknown): User | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const raw = value as Record<string, unknown>;
  const email = text(raw.email);
  return {
    ...raw,
    id: typeof raw.id === 'number' || typeof raw.id === 'string' ? raw.id : email,
    full_name: text(raw.full_name),
    email,
    profile_photo: text(raw.profile_photo) || null,
    roles: list(raw.roles).flatMap(parseRole),
    permissions: list(raw.permissions).filter((name) => typeof name === 'string'),
  };
}

function parseRole(value: unknown): Role[] {
  if (typeof value !== 'object' || value === null) return [];
  const { id, name, display_name } = value as Record<string, unknown>;
  if (typeof name !== 'string') return [];
  return [
    {
      id: typeof id === 'number' || typeof id === 'string' ? id : name,
      name,
      display_name: text(display_name) || name,
    },
  ];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
