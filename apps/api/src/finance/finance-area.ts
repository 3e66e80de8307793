import { bankAccounts } from '@pauta/domain/finance/bank-account.ts';
import { exchangeRates } from '@pauta/domain/finance/exchange-rate.ts';
import { reasons } from '@pauta/domain/finance/reason.ts';
import { taxRates } from '@pauta/domain/finance/tax-rate.ts';
import { withholdingRules } from '@pauta/domain/finance/withholding-rule.ts';
import type { Area } from '../platform/area.ts';
import { mountResource } from '../resource/mount-resource.ts';
import { financeConstraints } from './constraints.ts';

/** Fiscal and financial parameters, on which quotes, invoices and payments rely. */
export const financeArea: Area = (app) => {
  app.database.explainConstraints(financeConstraints);
  for (const resource of [taxRates, exchangeRates, bankAccounts, withholdingRules, reasons]) {
    mountResource(app, resource);
  }
};
