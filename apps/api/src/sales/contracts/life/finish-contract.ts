import { workOrders } from '@pauta/domain/implementation/work-orders/work-order.ts';
import { placements } from '@pauta/domain/postsales/quotas/placement.ts';
import { quotas } from '@pauta/domain/postsales/quotas/quota.ts';
import type { Reason } from '@pauta/domain/resource/command.ts';
import { orderLines } from '@pauta/domain/sales/contracts/order-line.ts';
import { formatCount } from '@pauta/domain/text/locale.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../../platform/database/database.ts';
import type { CommandHandler } from '../../../resource/commands/handler.ts';
import { refusalOf } from '../../../resource/commands/reasons.ts';
import { notSuspended } from './suspend-contract.ts';

interface Unsettled {
  readonly id: string;
  readonly placements: number;
  readonly units: number;
  readonly work_orders: number;
  readonly lines: number;
}

const left = (count: number, one: string, many: string): string =>
  count === 1 ? `Queda 1 ${one}` : `Quedan ${formatCount(count)} ${many}`;

const reasonsOf = (open: Unsettled): readonly Reason[] => {
  const list = (screen: string, filters = ''): string => `/${screen}?f.contract_id=${open.id}${filters}`;
  return [
    ...(open.placements > 0
      ? [
          {
            code: 'placements_open',
            text: `${left(open.placements, 'colocación', 'colocaciones')} sin reconciliar.`,
            fix: {
              label: 'Ver las colocaciones',
              path: list(placements.screen, '&f.status=scheduled,confirmed'),
            },
          },
        ]
      : []),
    ...(open.units > 0
      ? [
          {
            code: 'units_open',
            text: `${left(open.units, 'unidad', 'unidades')} por compensar o acreditar.`,
            fix: { label: 'Ver los cupos', path: list(quotas.screen) },
          },
        ]
      : []),
    ...(open.work_orders > 0
      ? [
          {
            code: 'work_open',
            text: `${left(open.work_orders, 'orden', 'órdenes')} de trabajo sin terminar.`,
            fix: { label: 'Ver las órdenes de trabajo', path: list(workOrders.screen) },
          },
        ]
      : []),
    ...(open.lines > 0
      ? [
          {
            code: 'lines_open',
            text: `${left(open.lines, 'renglón', 'renglones')} sin cumplir por acreditar.`,
            fix: { label: 'Ver los renglones', path: list(orderLines.screen) },
          },
        ]
      : []),
  ];
};

const readUnsettled = (database: Queryable, ids: readonly string[]): Promise<Unsettled[]> =>
  database.query<Unsettled & object>(sql`
    SELECT i.id, u.placements, u.units::float8 AS units, u.work_orders, u.lines
    FROM unnest(${ids}::uuid[]) AS i (id) CROSS JOIN LATERAL unsettled(i.id) u`);

/** Finishes a contract of which nothing is left to be settled. */
export const finishContract: CommandHandler = {
  refuse: async ({ tx }, ids) =>
    new Map((await readUnsettled(tx, ids)).map((one) => [one.id, reasonsOf(one)])),
  run: async ({ tx }, contract) => {
    if (!contract) throw new Error('a contract is finished by itself');
    // Nothing is placed, corrected or compensated meanwhile: those commands lock the quotas and ask whether it runs.
    await tx.query(sql`
      SELECT FROM quotas WHERE contract_id = ${contract.id}::uuid ORDER BY id FOR NO KEY UPDATE`);
    const [open] = await readUnsettled(tx, [contract.id]);
    const [first, ...others] = open ? reasonsOf(open) : [];
    if (first) throw refusalOf([first, ...others]);
    return notSuspended;
  },
};
