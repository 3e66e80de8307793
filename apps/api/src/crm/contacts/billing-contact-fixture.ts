import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { expect } from 'vitest';
import type { TestApi } from '../../testing/test-api.ts';

/** Adds a contact to whom the invoices of an account go. */
export const addBillingContact = async (
  api: Pick<TestApi, 'inject'>,
  headers: Readonly<Record<string, string>>,
  account: { readonly client_id: string } | { readonly agency_id: string },
): Promise<AnyRecord> => {
  const answer = await api.inject({
    method: 'POST',
    url: '/api/contacts',
    headers,
    payload: {
      first_name: 'Contacto',
      last_name: 'De facturas',
      role: 'billing',
      emails: [{ email: 'facturas@cliente.test', is_primary: true }],
      ...account,
    },
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data;
};
