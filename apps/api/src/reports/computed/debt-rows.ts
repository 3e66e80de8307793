import { invoices } from '@pauta/domain/billing/invoices/invoice.ts';
import type { Sql } from 'sql-template-tag';
import { debtOnDays } from '../../billing/workbench/debt-on-days.ts';
import { rowVisibility } from '../../resource/reading/row-scope.ts';
import type { Computing } from './computed-rows.ts';

/** What was owed of each document that the actor may see at the end of each day. */
export const debtRows = ({ days, fields, actor }: Computing): Sql =>
  debtOnDays({ days, fields, visible: rowVisibility(invoices, actor, 't') });
