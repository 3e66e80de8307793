import type { CommandHandler } from '../../resource/commands/handler.ts';
import type { ResourceHooks } from '../../resource/hooks.ts';
import { adjust } from './adjust.ts';
import { copy } from './copy.ts';
import { listFalls } from './list-fall.ts';
import { publish } from './publish.ts';
import { shareTariff, tariffEvents, withdrawTariff } from './tariff/link-commands.ts';
import { addUsualRules } from './usual-rules.ts';

/** Server code of price lists (domain §1.7). */
export const priceListHooks: ResourceHooks = {
  approvalLimits: listFalls,
  commands: {
    publish,
    adjust,
    add_usual_rules: addUsualRules as CommandHandler,
    copy: copy as CommandHandler,
    share_tariff: shareTariff as CommandHandler,
    withdraw_tariff: withdrawTariff as CommandHandler,
  },
  events: tariffEvents,
};
