import { text } from '../../../kinds/text.ts';
import type { Command, Guard } from '../../../resource/command.ts';

/** Shape of an address that a political tariff keeps. A token has 43 characters, so neither is taken for the other. */
export const publicPathPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const isCurrent: Guard = {
  needs: ['status'],
  why: ({ status }) =>
    status === 'current'
      ? null
      : {
          code: 'not_current',
          text: 'Solo la tarifa de una lista vigente se publica. Publique primero la lista.',
        },
};

const isForOthers: Guard = {
  needs: ['kind'],
  why: ({ kind }) =>
    kind === 'internal'
      ? { code: 'internal_list', text: 'Una lista interna no se publica fuera de la empresa.' }
      : null,
};

/**
 * Publishing the tariff of a price list by a link, and withdrawing it. The link is answered once; a new one replaces it.
 */
export const tariffCommands: Readonly<Record<string, Command>> = {
  share_tariff: {
    label: 'Publicar tarifa',
    done: 'Tarifa publicada',
    permission: 'prices.publish',
    fields: {
      public_path: text('Dirección fija', {
        max: 40,
        min: 3,
        pattern: publicPathPattern,
        patternMessage: 'Use minúsculas sin acento, números y guiones, como «tarifa-electoral».',
        placeholder: 'tarifa-electoral',
        hint: 'Solo de una lista política: una dirección que se puede anunciar, y que cada día abre la lista de ese día. Vacía: un enlace que nadie puede adivinar.',
      }),
    },
    guards: [isCurrent, isForOthers],
    secret: true,
    single: true,
    explanation:
      'Cualquiera que tenga el enlace verá los precios, recargos y descuentos públicos de la lista, sin precios mínimos ni notas, mientras esté vigente. El enlace anterior deja de funcionar.',
    undo: { by: 'command', name: 'withdraw_tariff' },
  },
  withdraw_tariff: {
    label: 'Quitar enlace',
    done: 'Enlace de la tarifa quitado',
    permission: 'prices.publish',
    checked: true,
    rare: true,
    single: true,
    explanation: 'La página de la tarifa deja de abrirse desde ahora para todos los que tengan el enlace.',
    undo: { never: 'Publique la tarifa otra vez: tendrá un enlace nuevo.' },
  },
};
