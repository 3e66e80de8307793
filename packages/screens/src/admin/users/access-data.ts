import { type ApiQuery, useApiQuery } from '@pauta/core/react';
import { users } from '@pauta/domain/admin/users/user.ts';
import { useMay } from '@pauta/ui/data/may.ts';

/** How a user signs in, as `GET /users/{id}/access` returns it. */
export interface Access {
  readonly has_password: boolean;
  readonly second_factor: boolean;
  readonly must_change_password: boolean;
  /** Whether the user has permissions that the reader lacks. */
  readonly is_beyond: boolean;
  readonly link: { readonly purpose: 'invitation' | 'reset'; readonly expires_at: string } | null;
}

/** Sends no request for users who may not change accounts. */
export function useUserAccess(id: string): ApiQuery<{ data: Access }> {
  const may = useMay(users).permission(users.permissions.updateAll);
  return useApiQuery<{ data: Access }>(may.allowed ? `/users/${id}/access` : null);
}

/** Why the reader may not change an account; undefined until that is known, or when they may. */
export const useAccountRefusal = ({ id }: { readonly id: string }): string | undefined =>
  useUserAccess(id).data?.data.is_beyond
    ? 'Esta persona tiene permisos que usted no tiene. Pídalo a un administrador.'
    : undefined;
