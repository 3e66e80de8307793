import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { currencies } from '@pauta/domain/money/currencies.ts';
import type { FastifyInstance } from 'fastify';
import { type AgingQuery, mostAccounts, readAging, readFigures } from './aging.ts';

/** The figures of billing and collection, and what accounts owe by age. */
export const workbenchRoutes = (app: FastifyInstance): void => {
  const { database } = app;

  app.get<{ Querystring: Partial<AgingQuery> }>(
    '/api/billing/workbench',
    {
      config: { access: { permission: 'invoices.view_all' } },
      schema: {
        summary: 'Cifras de facturación y cobros, y cartera por antigüedad',
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: {
            by: { type: 'string', enum: ['client', 'agency'] },
            from: { type: 'string', enum: ['due_date', 'issue_date'] },
            currency: { type: 'string', enum: Object.keys(currencies) },
          },
        },
      },
    },
    async ({ query: { by = 'client', from = 'due_date', currency } }) => {
      const figures = await readFigures(database);
      const shown = currency ?? figures[0]?.currency ?? 'DOP';
      const accounts = await readAging(database, { by, from, currency: shown });
      return {
        data: {
          today: companyDay(Date.now()),
          currency: shown,
          figures,
          accounts,
          is_cut: accounts.length === mostAccounts,
        },
      };
    },
  );
};
