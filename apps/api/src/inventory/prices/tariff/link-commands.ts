import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import type { Transaction } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/http/problem.ts';
import type { CommandHandler } from '../../../resource/commands/handler.ts';
import { closeTariffLink, listsWithLink, openTariffLink } from './links.ts';

/** Titles of the commands in the history of a price list. */
export const tariffEvents = {
  share_tariff: 'Tarifa publicada',
  withdraw_tariff: 'Enlace de la tarifa quitado',
} as const;

/** An event in the history of the list: no field of it changes. */
const record = (tx: Transaction, id: string, action: keyof typeof tariffEvents, details: object) =>
  tx.query(sql`
    INSERT INTO audit_log (actor_id, on_behalf_of, ip, request_id, entity, entity_id, action, after, reason)
    VALUES (audit_setting('actor')::uuid, audit_setting('on_behalf_of')::uuid, audit_setting('ip')::inet,
      audit_setting('request'), 'price_lists', ${id}, ${action}, ${JSON.stringify(details)}::jsonb, NULL)`);

/** Publishes the tariff of a price list; answers the path of its page, once. */
export const shareTariff: CommandHandler<void, AnyRecord> = {
  answer: {
    path: { type: 'string', description: 'Ruta de la página pública; no se vuelve a mostrar' },
  },
  run: async ({ tx }, list, { public_path }) => {
    const publicPath = typeof public_path === 'string' && public_path !== '' ? public_path : null;
    if (publicPath !== null && list.kind !== 'political') {
      throw invalid({
        public_path: ['Solo una lista política tiene una dirección fija. Déjela vacía para crear un enlace.'],
      });
    }
    const path = await openTariffLink(tx, list.id, publicPath);
    await record(tx, list.id, 'share_tariff', { public_path: publicPath });
    return { path };
  },
};

/** Closes the public page of a price list. */
export const withdrawTariff: CommandHandler<void, AnyRecord> = {
  refuse: async ({ tx }, ids) => {
    const open = await listsWithLink(tx, ids);
    return new Map(
      ids.map((id) => [
        id,
        open.has(id) ? [] : [{ code: 'no_link', text: 'La tarifa de esta lista no está publicada.' }],
      ]),
    );
  },
  run: async ({ tx }, list) => {
    await closeTariffLink(tx, list.id);
    await record(tx, list.id, 'withdraw_tariff', {});
  },
};
