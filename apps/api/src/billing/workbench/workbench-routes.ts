import { agingBuckets } from '@pauta/domain/billing/accounts/aging-buckets.ts';
import { companyDay } from '@pauta/domain/calendar/company-clock.ts';
import { currencies } from '@pauta/domain/money/currencies.ts';
import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../platform/access.ts';
import { type AgingQuery, type DuesQuery, readAging, readDues, readFigures } from './aging.ts';
import { readDebtHistory } from './debt-history.ts';
import { readExpectedCash } from './expected-cash.ts';
import { readOwingAccounts } from './owing-accounts.ts';

const inCurrency = {
  type: 'object',
  additionalProperties: false,
  properties: { currency: { type: 'string', enum: Object.keys(currencies) } },
} as const;

/** The figures of billing and collection, what accounts owe by age, its history, and the cash that is expected. */
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
    async (request) => {
      const { by = 'client', from = 'due_date', currency } = request.query;
      const figures = await readFigures(database, actorOf(request));
      const shown = currency ?? figures[0]?.currency ?? 'DOP';
      const aging = await readAging(database, { by, from, currency: shown });
      return { data: { today: companyDay(Date.now()), currency: shown, figures, ...aging } };
    },
  );

  app.get<{ Querystring: Partial<DuesQuery> }>(
    '/api/billing/dues',
    {
      config: { access: { permission: 'invoices.view_all' } },
      schema: {
        summary:
          'Lo que suma una celda de la cartera: facturas y cuotas pendientes de una cuenta y una antigüedad',
        querystring: {
          type: 'object',
          additionalProperties: false,
          properties: {
            by: { type: 'string', enum: ['client', 'agency'] },
            from: { type: 'string', enum: ['due_date', 'issue_date'] },
            currency: { type: 'string', enum: Object.keys(currencies) },
            account: { type: 'string', format: 'uuid' },
            bucket: { type: 'string', enum: agingBuckets.map(({ name }) => name) },
          },
        },
      },
    },
    async (request) => {
      const { by = 'client', from = 'due_date', currency = 'DOP', ...cell } = request.query;
      return { data: await readDues(database, { by, from, currency, ...cell }) };
    },
  );

  app.get<{ Querystring: { readonly currency?: string } }>(
    '/api/billing/expected-cash',
    {
      config: { access: { permission: 'invoices.view_all' } },
      schema: {
        summary: 'Dinero esperado por semana, según vencimientos, promesas y costumbre de pago',
        querystring: inCurrency,
      },
    },
    async (request) => ({ data: await readExpectedCash(database, request.query.currency ?? 'DOP') }),
  );

  app.get<{ Querystring: { readonly currency?: string } }>(
    '/api/billing/debt-history',
    {
      config: { access: { permission: 'invoices.view_all' } },
      schema: {
        summary:
          'Lo que se debía y lo vencido al cierre de los últimos doce meses, y los días de venta por cobrar',
        querystring: inCurrency,
      },
    },
    async (request) => ({ data: await readDebtHistory(database, request.query.currency ?? 'DOP') }),
  );

  app.get(
    '/api/billing/statements',
    {
      config: { access: { permission: 'invoices.view_all' } },
      schema: { summary: 'Las cuentas que deben algo, con su saldo y a quién se envía su estado de cuenta' },
    },
    async () => ({ data: await readOwingAccounts(database) }),
  );
};
