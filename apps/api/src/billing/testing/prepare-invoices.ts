import { companyToday } from '@pauta/domain/calendar/company-clock.ts';
import type { Prepared } from '../../testing/made-up/documents.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { invoiceTables } from '../invoices/invoice-tables.ts';
import { billingFixture } from './billing-fixture.ts';

/** Creates what invoices need in tests of all documents. */
export const prepareInvoices = async (api: TestApi): Promise<Prepared> => {
  const { companyId, clientId } = await billingFixture(api);
  const tables = await invoiceTables(
    api.database,
    { company_id: companyId, client_id: clientId },
    companyToday(),
  );
  return { tables: async () => tables };
};
