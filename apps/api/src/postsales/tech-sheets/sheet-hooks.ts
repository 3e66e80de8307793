import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { invalid } from '../../platform/http/problem.ts';
import type { Context } from '../../resource/commands/context.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { sheetObstacles, unmeasured } from './sheet-obstacles.ts';

const submit: CommandHandler = {
  refuse: ({ tx }, ids) => sheetObstacles(tx, ids),
  run: async () => ({ observation: null }),
};

/** The approval of the client is of what was sent to review, and ends when it may change. */
const noApproval = { client_approved_by: null, client_approved_at: null };

const clientSubmit: CommandHandler<unknown, AnyRecord, Context> = {
  refuse: ({ tx }, ids) => sheetObstacles(tx, ids),
  run: async ({ now }, _sheet, { approved_by }) => ({
    observation: null,
    client_approved_by: approved_by,
    client_approved_at: now,
  }),
};

/** What could not be measured is not right by itself: the reviewer confirms it, and the sheet keeps what it was. */
const approve: CommandHandler<void, AnyRecord> = {
  refuse: ({ tx }, ids) => sheetObstacles(tx, ids),
  run: async ({ tx }, { id }, { confirmed }) => {
    const open = await unmeasured(tx, id);
    if (open.length > 0 && confirmed !== true)
      throw invalid({ confirmed: [`Compruebe y confirme lo que no se pudo medir. ${open.join(' ')}`] });
    return { observation: null, confirmed_by_hand: open.length > 0 ? open.join('\n') : null };
  },
};

/** Server code of technical sheets (domain §1.5, §2.4). */
export const techSheetHooks: ResourceHooks = {
  commands: {
    submit,
    client_submit: clientSubmit as CommandHandler,
    take_back: async () => noApproval,
    approve: approve as CommandHandler,
    observe: async (_context, _record, { reason }) => ({ observation: reason ?? null, ...noApproval }),
    reopen: async () => ({ confirmed_by_hand: null, ...noApproval }),
  },
};
