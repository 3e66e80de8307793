import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import sql from 'sql-template-tag';
import { type BillingFixture, billingFixture } from '../../../billing/testing/billing-fixture.ts';
import { systemChange } from '../../../platform/database/database.ts';
import type { TestApi } from '../../../testing/test-api.ts';
import { makeCertificate, type TestCertificate } from './make-certificate.ts';

/** A company that may issue e-CF, and its issuer. */
export interface EcfFixture extends BillingFixture {
  readonly issuer: AnyRecord;
  /** Loads a certificate of the issuer. */
  readonly load: (certificate?: TestCertificate) => ReturnType<BillingFixture['call']>;
  /** Changes the issuer. */
  readonly change: (values: object) => Promise<void>;
}

/** The certificate that {@link EcfFixture.load} loads. */
export const certificate = makeCertificate();

/** Completes a company and a client so that they are named in e-CF, with ranges of every type; no e-CF is issued yet. */
export const ecfFixture = async (api: TestApi): Promise<EcfFixture> => {
  const billing = await billingFixture(api);
  await api.database.transaction(systemChange('test'), async (tx) => {
    await tx.query(sql`
      UPDATE companies SET tax_id_type = 'RNC', tax_id = '101001577', address = 'Av. Máximo Gómez 123',
        legal_name = 'Canal Uno, S. A.'`);
    await tx.query(
      sql`UPDATE clients SET tax_id_type = 'RNC', tax_id = '101001577' WHERE id = ${billing.clientId}::uuid`,
    );
    for (const document of ['E31', 'E32', 'E33', 'E34', 'E44', 'E45', 'E46'])
      await tx.query(sql`
        INSERT INTO fiscal_sequences (company_id, document, first_no, last_no, expires_on)
        VALUES (${billing.companyId}::uuid, ${document}, 1, 90000, '2027-12-31')`);
  });
  const created = await billing.call('POST', '/api/ecf-issuers', {
    company_id: billing.companyId,
    environment: 'own',
    service_url: 'https://ecf.example/testecf',
  });
  if (created.statusCode !== 201) throw new Error(created.body);
  const issuer: AnyRecord = created.json().data;
  return {
    ...billing,
    issuer,
    load: (one = certificate) =>
      billing.call('POST', `/api/ecf-issuers/${issuer.id}/certificate`, {
        file: one.file.toString('base64'),
        password: one.password,
      }),
    change: async (values) => {
      const now = await billing.read('ecf-issuers', issuer.id);
      const url = `/api/ecf-issuers/${issuer.id}`;
      const answer = await billing.call('PATCH', url, values, now.row_version as number);
      if (answer.statusCode !== 200) throw new Error(answer.body);
    },
  };
};
