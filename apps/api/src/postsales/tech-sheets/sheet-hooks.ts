import type { CommandHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { sheetObstacles } from './sheet-obstacles.ts';

const complete: CommandHandler = {
  refuse: ({ tx }, ids) => sheetObstacles(tx, ids),
  run: async () => ({ observation: null }),
};

/** Server code of technical sheets (domain §1.5, §2.4). */
export const techSheetHooks: ResourceHooks = {
  commands: {
    submit: complete,
    approve: complete,
    observe: async (_context, _record, { reason }) => ({ observation: reason ?? null }),
  },
};
