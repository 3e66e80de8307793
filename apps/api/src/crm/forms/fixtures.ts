import type { AnyRecord } from '@pauta/domain/resource/resource.ts';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import { expect } from 'vitest';
import { signInAs } from '../../testing/sign-in.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { newChallenge } from './challenge.ts';
import { ownFormKey } from './hooks.ts';
import { loadForm } from './public-form.ts';

export type Headers = Record<string, string>;

/** Base64 of a challenge and its solution, as the form sends it. */
export const encode = async (challenge: Challenge): Promise<string> => {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
};

export const formUrl = (key: unknown): string => `/api/public/forms/${key}`;

/** Requests of visitors of public forms, and a user who manages the forms; for the tests of one file. */
export const openPublicForms = async (api: TestApi) => {
  const headers = await signInAs(api, 'sales_manager');
  const { form: described } = (await api.inject(formUrl(ownFormKey))).json();
  const [industry] = described.industries as { id: string }[];
  const platforms = (described.platforms as { id: string }[]).slice(0, 2).map(({ id }) => id);
  const { data: forms } = (await api.inject({ url: '/api/public-forms?fields=*', headers })).json();
  let sent = 0;

  const makeForm = async (name: string, values: object = {}): Promise<AnyRecord> => {
    const response = await api.inject({
      method: 'POST',
      url: '/api/public-forms',
      headers,
      payload: {
        name,
        title: 'Otro formulario',
        allowed_origins: [],
        default_country_id: forms[0].default_country_id.id,
        notice_version: '1',
        notice_text: 'Aviso del otro formulario.',
        ...values,
      },
    });
    expect(response.statusCode, response.body).toBe(201);
    return response.json().data;
  };

  const act = (record: AnyRecord, command: string) =>
    api.inject({
      method: 'POST',
      url: `/api/public-forms/${record.id}/${command}`,
      headers: { ...headers, 'if-match': `"${record.row_version}"` },
      payload: {},
    });

  /** A solved challenge that was requested ten seconds ago. */
  const solved = async (key: unknown = ownFormKey, requestedAt = Date.now() - 10_000): Promise<string> =>
    encode(await newChallenge(await loadForm(api.database, String(key)), requestedAt));

  const answers = (values: object = {}): Record<string, unknown> => ({
    legal_name: 'Panadería Ñico, S.R.L.',
    trade_name: 'Ñico',
    person_kind: 'legal_entity',
    country: 'DO',
    tax_id_type: 'RNC',
    tax_id: '1-31-24679-6',
    locality: 'Santiago',
    address: 'Calle del Sol 1',
    website: 'nico.example.com',
    industry_id: industry?.id,
    investment_band: 'from_50k',
    platform_ids: platforms,
    contact: {
      first_name: 'Ana',
      last_name: 'Peñaló',
      job: 'Gerente',
      email: 'Ana@Nico.example.com',
      phone: '809 555 0100',
    },
    agency: { name: 'Agencia Uno', tax_id: '101010632' },
    comments: 'Nos interesa la radio.',
    consent: true,
    notice_version: described.notice.version,
    fax: '',
    altcha: null,
    attribution: { utm_source: 'radio', page: 'https://nico.example.com/anuncie' },
    ...values,
  });

  const send = (payload: object | string, more: Headers = {}, url = formUrl(ownFormKey), ip?: string) => {
    sent += 1;
    return api.inject({
      method: 'POST',
      url: `${url}/registrations`,
      payload,
      ...(ip && { remoteAddress: ip }),
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `prueba-${sent}-000000000`,
        ...more,
      },
    });
  };

  return { headers, described, platforms, makeForm, act, solved, answers, send };
};
