import { originOfPage } from '@pauta/domain/crm/forms/page-origin.ts';
import type { Values } from '@pauta/domain/resource/resource.ts';
import { conflict } from '../../platform/http/problem.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';

/** The form of the server's own page `/client-registration`. */
export const ownFormKey = 'pk_pauta_registro_clientes';

/** Users paste the address of a page; the stored value is its origin, as browsers send it. */
const tidyOrigins = async (values: Values): Promise<Values | undefined> =>
  Array.isArray(values.allowed_origins)
    ? {
        allowed_origins: [
          ...new Set(values.allowed_origins.map((page) => originOfPage(String(page)) ?? page)),
        ],
      }
    : undefined;

/** Hooks of public forms. */
export const publicFormHooks: ResourceHooks = {
  beforeCreate: (_context, values) => tidyOrigins(values),
  beforeUpdate: (_context, _current, values) => tidyOrigins(values),
  beforeArchive: async (_context, current) => {
    if (current.key !== ownFormKey) return;
    throw conflict(
      'own_form',
      'Este es el formulario de la página de Pauta. Puede apagarlo, pero no archivarlo.',
    );
  },
};
