import { conflict } from '../../platform/http/problem.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { postOpening } from './post-opening.ts';
import { undoOpening } from './undo-opening.ts';

/** Server code of openings. */
export const openingHooks: ResourceHooks = {
  beforeUpdate: async (_context, { status }) => {
    if (status !== 'draft')
      throw conflict('opening_closed', 'La apertura ya no está en preparación: no se cambia.');
  },
  commands: { post: postOpening, undo: undoOpening },
};
