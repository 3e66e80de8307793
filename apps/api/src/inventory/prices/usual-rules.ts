import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import type { CommandHandler } from '../../resource/commands/handler.ts';
import { insertUsualRules } from './insert-usual-rules.ts';

/** Adds the usual surcharges and discounts that the list does not have yet, after its own. */
export const addUsualRules: CommandHandler<void, AnyRecord> = {
  run: ({ tx }, record) => insertUsualRules(tx, String(record.id)),
};
