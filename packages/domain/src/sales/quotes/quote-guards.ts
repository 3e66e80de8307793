import type { Guard } from '../../resource/command.ts';

/** States from which a quote is replaced by a new version. */
const replaceableQuoteStates: readonly string[] = ['sent', 'accepted', 'rejected', 'expired'];

/** Its last day is not over. */
export const notExpired: Guard = {
  needs: ['valid_until'],
  why: ({ valid_until }, { today }) =>
    typeof valid_until === 'string' && valid_until < today
      ? {
          code: 'quote_expired',
          text: 'El presupuesto venció: haga una nueva versión con otra vigencia.',
        }
      : null,
};

/** It is a draft. */
export const isDraft: Guard = {
  needs: ['status'],
  why: ({ status }) =>
    status === 'draft'
      ? null
      : { code: 'wrong_state', text: 'Solo cambia un borrador: haga una nueva versión.' },
};

/** It waits for the answer of its client. */
export const isOffered: Guard = {
  needs: ['status'],
  why: ({ status }) => {
    if (status === 'sent') return null;
    return status === 'draft'
      ? { code: 'wrong_state', text: 'Todavía es un borrador: envíelo antes.' }
      : { code: 'wrong_state', text: 'Ya no espera una respuesta del cliente.' };
  },
};

/** A new version may replace it. */
export const isReplaceable: Guard = {
  needs: ['status'],
  why: ({ status }) => {
    if (replaceableQuoteStates.includes(String(status))) return null;
    if (status === 'draft') return { code: 'wrong_state', text: 'Todavía es un borrador: edítelo.' };
    return status === 'converted'
      ? { code: 'wrong_state', text: 'Ya es un contrato: lo cambia una adenda.' }
      : { code: 'wrong_state', text: 'Ya lo reemplazó una versión más nueva.' };
  },
};

/** It may still become a contract. */
/** States in which a quote may still become a contract. */
export const openQuoteStates: readonly string[] = ['draft', 'sent', 'accepted'];

export const isOpen: Guard = {
  needs: ['status'],
  why: ({ status }) =>
    openQuoteStates.includes(String(status))
      ? null
      : { code: 'wrong_state', text: 'Este presupuesto ya no está en curso.' },
};
